/** The errors of rendering for a harness, and of comparing two versions. */

import type { ErrorEntry } from "./error-entry.js";

export const RENDER_ERRORS = {
  NXC_RENDER_MAP: {
    exit: 2,
    message: "not a valid map: {reason}",
    remedy: "docs/use/render.md shows what a map can hold.",
  },
  NXC_RENDER_MAP_MISSING: {
    exit: 2,
    message: "the target {target} was rendered with a map, and this call names none",
    remedy: "Add --map FILE. With --force it is rendered without one.",
  },
  NXC_RENDER_OUT: {
    exit: 2,
    message: "there is no such folder to render into",
    remedy: "Check the path after --out. Create the folder first if the project is new.",
  },
  NXC_RENDER_INSIDE: {
    exit: 2,
    message: "this folder belongs to the tool, and the files would get one of the same name inside it",
    remedy: "Name the folder of the project after --out, which is the one above.",
  },
  NXC_RENDER_SOURCE: {
    exit: 2,
    message: "{target} was rendered from the folder {from}, and this call would replace it by the shipped content",
    remedy:
      "Name the folder: nexus-core render {from} and your options. With --force the shipped content takes its place.",
  },
  NXC_RENDER_LIMIT: {
    exit: 2,
    message: "{what} is longer than the {most} that this target reads",
    remedy: "Shorten it, or divide it by headings of level two.",
  },
  NXC_RENDER_STALE: {
    exit: 2,
    message: "this body is not the one that manifest.json was built from",
    remedy: "Run nexus-core build, or restore the file if nobody meant to change it.",
  },
  NXC_RENDER_LOCK: {
    exit: 2,
    message: "this file was not written by nexus-core render: {reason}",
    remedy: "Restore it from version control. Without it, every file counts as made by a person.",
  },
  NXC_RENDER_PLACE: {
    exit: 2,
    message: "this is {kind}; links are not followed, and only regular files are written",
    remedy: "Remove it, or name another folder.",
  },
  NXC_RENDER_MARKERS: {
    exit: 2,
    message: "the markers {start} and {end} must stand in this file once each, in this order, or not at all",
    remedy: "Correct the markers. What stands between them is replaced.",
  },
  NXC_RENDER_AS: {
    exit: 2,
    message: "the target {target} has no plugins",
    remedy: "Leave --as plugin out, or choose {able}.",
  },
  NXC_RENDER_WITH: {
    exit: 2,
    message: "the target {target} has no servers and no hooks that could be connected",
    remedy: "Leave --with out, or choose one of {able}.",
  },
  NXC_RENDER_SETTINGS: {
    exit: 2,
    message: "these settings cannot be changed: {reason}",
    remedy: "Correct the file and call again, or connect server and hooks by hand.",
  },
  NXC_DIFF_NO_MANIFEST: {
    exit: 2,
    message: "this is no manifest: it has no lists of agents and skills",
    remedy: "Name a manifest.json, or a folder with one. For a content folder, run nexus-core build first.",
  },
} as const satisfies Record<string, ErrorEntry>;
