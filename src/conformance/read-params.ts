/** Reads the parameters of a call: kept values are filled in, and what would be too large to write down is made. */

import { escapePointer } from "../json-pointer.js";
import { type Bindings, fillCaptures, fillText, NUMBER } from "./bindings.js";
import type { Source } from "./source.js";

/** `{"$repeat": {"times": 3, "of": …}}` is an array, `{"$text": {"times": 3, "of": "ab"}}` a text. */
const MAKERS = ["$repeat", "$text"] as const;

/** Items of an array, with those of the arrays in it, and characters of a text: more would only fill the memory. */
const MOST = 10_000_000;

/** Whether anything in it has to be made. */
export function makesLarge(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  return Object.entries(data).some(([name, value]) => isMaker(name) || makesLarge(value));
}

/** @throws NexusError NXC_FIXTURE_UNKNOWN_CAPTURE, or NXC_FIXTURE_INVALID for a maker of another form */
export function readParams(data: unknown, pointer: string, source: Source, bindings: Bindings): unknown {
  const at = (place: string) => source.at(place);
  return makesLarge(data)
    ? new ParamsReader(source).read(data, pointer, bindings, MOST)
    : fillCaptures(data, bindings, at, pointer);
}

class ParamsReader {
  constructor(private readonly source: Source) {}

  /** @param room for so many items or characters */
  read(data: unknown, pointer: string, bindings: Bindings, room: number): unknown {
    // Repeated items are values of their own, and not one value in many places.
    if (!makesLarge(data)) {
      return structuredClone(fillCaptures(data, bindings, (place) => this.source.at(place), pointer));
    }
    if (Array.isArray(data)) {
      return data.map((item, index) => this.read(item, `${pointer}/${index}`, bindings, room));
    }
    const members = Object.entries(data as object);
    const maker = members.map(([name]) => name).find(isMaker);
    if (maker !== undefined) return this.made(maker, members, `${pointer}/${maker}`, bindings, room);
    return Object.fromEntries(
      members.map(([name, value]: [string, unknown]) => {
        const inner = `${pointer}/${escapePointer(name)}`;
        return [fillText(name, bindings, this.source.at(inner)), this.read(value, inner, bindings, room)];
      }),
    );
  }

  private made(
    maker: (typeof MAKERS)[number],
    members: readonly (readonly [string, unknown])[],
    pointer: string,
    bindings: Bindings,
    room: number,
  ): unknown {
    const [, data] = members[0] ?? [];
    const { times, of, ...others } = Object(data) as { readonly times?: unknown; readonly of?: unknown };
    const isWhole = Number.isInteger(times) && (times as number) >= 0;
    if (members.length > 1 || !isWhole || of === undefined || Object.keys(others).length > 0) {
      throw this.source.problem(pointer, `${maker} is {"times": N, "of": …}, and nothing stands beside it`);
    }
    const count = times as number;
    const at = `${pointer}/of`;
    if (maker === "$text") {
      if (typeof of !== "string") throw this.source.problem(at, "$text repeats a text");
      const text = fillText(of, bindings, this.source.at(at));
      this.checkRoom(count * text.length, room, pointer);
      return text.repeat(count);
    }
    this.checkRoom(count, room, pointer);
    return Array.from({ length: count }, (_, index) =>
      this.read(of, at, new Map([...bindings, [NUMBER, index + 1]]), Math.floor(room / count)),
    );
  }

  private checkRoom(wanted: number, room: number, pointer: string): void {
    if (wanted <= room) return;
    throw this.source.problem(pointer, `this makes more than ${MOST} items or characters`);
  }
}

function isMaker(name: string): name is (typeof MAKERS)[number] {
  return (MAKERS as readonly string[]).includes(name);
}
