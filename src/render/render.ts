/** From the content of a folder to the files of a harness. */

import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { definedOnly } from "../base/defined-only.js";
import { NexusError } from "../base/errors.js";
import { hashText, withLf } from "../base/hash-text.js";
import { readText } from "../base/read-text.js";
import { shownPath } from "../base/shown-path.js";
import { loadManifest } from "../content/manifest/load-manifest.js";
import { packageFolder } from "./cycle/programs.js";
import { type HarnessMap, mapWith } from "./form/harness-map.js";
import { type Definition, knownOf, loadSource, type Source } from "./form/source.js";
import type { Loss, RenderedFile, Target } from "./form/target.js";
import { LOCK_FILE, type Lock, lockText, readLock } from "./lock.js";
import { checkPlace, lockAbove, placeOfContent } from "./place.js";
import { planOf, type Step } from "./plan.js";
import { removeAt, textAt, writeAt } from "./project.js";
import { REST_FILE, splitBody } from "./split-body.js";
import { TARGETS } from "./targets.js";

export interface RenderOptions {
  /** A folder with content and its built manifest. */
  readonly folder: string;
  /** The project that gets the files. */
  readonly out: string;
  readonly target: Target;
  /** A file that changes the starter map of the target. */
  readonly map?: string | undefined;
  /** What to connect; what the target was rendered with before where absent, and at first nothing. */
  readonly with?: "cycle" | "nothing" | undefined;
  /** Writes over files that a person has edited or made. */
  readonly force?: boolean | undefined;
  /** Only says what would be done. */
  readonly dryRun?: boolean | undefined;
}

export interface RenderResult {
  readonly steps: readonly Step[];
  readonly losses: readonly Loss[];
  /** Definitions that the map leaves out, with those whose text still names them. */
  readonly stillNamed: readonly { readonly id: string; readonly by: readonly string[] }[];
  /** The folder of a package that what was connected needs, and that the project lacks. */
  readonly missing?: string;
  /** A folder above with a rendering of its own, where this folder had none. */
  readonly above?: string;
  /** What to do now, in a sentence; undefined where nothing is connected. */
  readonly next?: string;
  readonly source: Pick<Source, "version" | "contentHash">;
}

/**
 * Writes the agents and skills of a folder in the form of a harness into a project. Files that a person has edited or
 * made are kept, and files of removed content go.
 * @throws NexusError NXC_RENDER_OUT, NXC_RENDER_MAP, NXC_RENDER_MAP_MISSING, NXC_RENDER_LIMIT, NXC_RENDER_LOCK,
 * NXC_RENDER_INSIDE, NXC_RENDER_SOURCE, NXC_RENDER_PLACE, NXC_RENDER_MARKERS, NXC_RENDER_SETTINGS, NXC_RENDER_WITH, and what reading the content throws. Nothing is written then
 */
export function render(options: RenderOptions): RenderResult {
  const { folder, out, target, map: file, force = false, dryRun = false } = options;
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw NexusError.of("NXC_RENDER_OUT", {}, shownPath(out));
  const { id, owns } = target;
  const recorded = textAt(out, LOCK_FILE);
  const lock = readLock(recorded);
  const mapFile = file === undefined ? "" : shownPath(file);
  const mapText = file === undefined ? undefined : readText(file, "map", mapFile);
  if (mapText === undefined && lock.targets[id]?.map !== undefined && !force)
    throw NexusError.of("NXC_RENDER_MAP_MISSING", { target: id }, LOCK_FILE);
  const manifest = loadManifest(folder);
  const map = mapWith(target, mapText, mapFile, knownOf(manifest));
  const source = loadSource(folder, manifest, map);
  const readAlready = othersWith(lock, id, target.reads);
  const wanted = options.with ?? lock.targets[id]?.with ?? "nothing";
  const cycle = wanted === "nothing" ? undefined : cycleOf(target, source, map);
  if (cycle !== undefined && map.operations !== target.starter.operations) {
    const reason = `with the cycle connected, operations are called ${target.starter.operations}`;
    throw NexusError.of("NXC_RENDER_MAP", { reason }, `${mapFile}#/operations`);
  }
  const rendered = readAlready === undefined ? target : withoutSkills(target);
  const files = filesOf(source, rendered, map, cycle?.files);
  const isTakenOut = options.with === "nothing";
  const steps = planOf({ root: out, target: id, owns, files, lock, isForced: force, isTakenOut });
  checkPlace(out, steps);
  const [before, from] = [lock.targets[id]?.from, placeOfContent(folder, out)];
  // Who forgets to name the folder of one's own roles would lose them here.
  if (before !== undefined && from === undefined && !force && steps.some(({ act }) => act === "remove"))
    throw NexusError.of("NXC_RENDER_SOURCE", { target: id, from: before }, LOCK_FILE);
  const record = recordStep(recorded, lockText(locked(lock, id, source, { mapText, wanted, from }, steps)));
  if (!dryRun) {
    for (const { path, act, text } of steps) {
      if (text !== undefined) writeAt(out, path, text);
      else if (act === "remove") removeAt(out, path);
    }
    if (record.text !== undefined) writeAt(out, LOCK_FILE, record.text);
  }
  const shared: readonly Loss[] =
    readAlready === undefined
      ? []
      : [{ what: "skills of its own", how: "left out", why: `it reads those of the target ${readAlready}` }];
  const needed = packageFolder(map);
  return {
    steps: [...steps, record],
    losses: [...rendered.losses(source, map), ...(cycle?.losses ?? []), ...shared, ...shownTwice(lock, target, steps)],
    ...(cycle === undefined || target.isElsewhere === true || existsSync(join(out, needed)) ? {} : { missing: needed }),
    ...(cycle === undefined ? {} : { next: cycle.next }),
    ...definedOnly({ above: recorded === undefined ? lockAbove(out) : undefined }),
    stillNamed: stillNamed(source, map),
    source,
  };
}

function recordStep(before: string | undefined, text: string): Step {
  // Git may write the line ends of Windows into a clone.
  if (before !== undefined && withLf(before) === text) return { path: LOCK_FILE, act: "same" };
  return { path: LOCK_FILE, act: before === undefined ? "create" : "update", text };
}

/** Targets that were rendered before, have skills of their own, and read these as well. */
function shownTwice(lock: Lock, { id }: Target, steps: readonly Step[]): readonly Loss[] {
  const others = [...TARGETS.values()].filter((other) => {
    const own = Object.keys(lock.targets[other.id]?.files ?? {});
    return (
      other.id !== id &&
      own.some((path) => /\/skills\//u.test(path)) &&
      steps.some(({ path, act }) => act !== "remove" && other.reads?.test(path))
    );
  });
  return others.map((other) => ({
    what: `the rule that ${other.id} shows each skill once`,
    how: "left out",
    why: `it reads these too: render the target ${other.id} again`,
  }));
}

function stillNamed({ agents, skills }: Source, { without = [] }: HarnessMap): RenderResult["stillNamed"] {
  if (without.length === 0) return [];
  const naming = [...skills, ...agents].map(({ id, text }) => {
    const words = new Set(text.split(/[^\w-]+/u));
    return { id, named: without.filter((name) => words.has(name)) };
  });
  return without.flatMap((id) => {
    const by = naming.filter(({ named }) => named.includes(id)).map((each) => each.id);
    return by.length === 0 ? [] : [{ id, by }];
  });
}

/** Another target whose files this one reads. */
function othersWith({ targets }: Lock, id: string, reads: RegExp | undefined): string | undefined {
  const holds = (files: object) => reads !== undefined && Object.keys(files).some((path) => reads.test(path));
  return Object.entries(targets).find(([other, { files }]) => other !== id && holds(files))?.[0];
}

function withoutSkills({ skill: _, ...others }: Target): Target {
  return others;
}

function cycleOf(target: Target, source: Source, map: HarnessMap): ReturnType<NonNullable<Target["cycle"]>> {
  if (target.cycle !== undefined) return target.cycle(source, map);
  const able = [...TARGETS.values()].filter(({ cycle }) => cycle !== undefined).map(({ id }) => id);
  throw NexusError.of("NXC_RENDER_WITH", { target: target.id, able: able.join(", ") });
}

/** The files of a target, one at a time, so that only texts which have to be written stay in memory. */
function* filesOf(
  source: Source,
  target: Target,
  map: HarnessMap,
  connected: readonly RenderedFile[] = [],
): Generator<RenderedFile> {
  const { agent, skill } = target;
  if (agent !== undefined) for (const each of source.agents) yield limited(each, agent(each, map));
  if (skill !== undefined)
    for (const each of source.skills) yield* skillFiles(each, target, (part) => skill(part, map));
  yield* target.others?.(source, map) ?? [];
  yield* connected;
}

/** By the Agent Skills specification. Some readers cut longer ones without a word. */
const MOST_CHARACTERS = { id: 64, description: 1024 };

function limited(definition: Definition, file: RenderedFile): RenderedFile {
  for (const [what, most] of Object.entries(MOST_CHARACTERS)) {
    const text = definition[what as keyof typeof MOST_CHARACTERS];
    if ([...text].length <= most) continue;
    const where = `${definition.kind}s/${definition.id}/meta.yml#/${what}`;
    throw NexusError.of("NXC_RENDER_LIMIT", { what: `the ${what}`, most: `${most} characters` }, where);
  }
  return file;
}

function skillFiles(
  skill: Definition,
  { mostSkillBytes: most }: Target,
  fileOf: (part: Definition) => RenderedFile,
): readonly RenderedFile[] {
  const whole = limited(skill, fileOf(skill));
  const size = Buffer.byteLength(whole.text);
  if (most === undefined || size <= most) return [whole];
  const room = most - (size - Buffer.byteLength(skill.text));
  const [first, rest] = splitBody(skill.text, room, `skills/${skill.id}/body.md`);
  return [fileOf({ ...skill, text: first }), { path: `${posix.dirname(whole.path)}/${REST_FILE}`, text: rest }];
}

interface Choices {
  readonly mapText: string | undefined;
  readonly wanted: "cycle" | "nothing";
  readonly from: string | undefined;
}

function locked(
  lock: Lock,
  id: string,
  { version, contentHash }: Source,
  { mapText, wanted, from }: Choices,
  steps: readonly Step[],
): Lock {
  const files = Object.fromEntries(
    steps.flatMap(({ path, hash }) => (hash === undefined ? [] : [[path, hash] as const])),
  );
  const map = mapText === undefined ? {} : { map: hashText(mapText) };
  const connected = wanted === "nothing" ? {} : { with: wanted };
  const place = definedOnly({ from });
  const target = { version, content_hash: contentHash, ...map, ...place, ...connected, files };
  return { form: 1, targets: { ...lock.targets, [id]: target } };
}
