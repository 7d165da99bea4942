import { NexusError } from "../../base/errors.js";
import type { LocatedDocument } from "../../base/located-document.js";
import { LazyPlace, type Place } from "../../base/place.js";

/** An error in a document of a contract. @param pointer JSON pointer into the document */
export function invalid(document: LocatedDocument, pointer: string, reason: string): NexusError {
  return NexusError.of("NXC_CONTRACT_INVALID", { reason }, placeIn(document, pointer));
}

/** File, line and JSON pointer. */
export function placeIn(document: LocatedDocument, pointer: string): Place {
  return new LazyPlace(() => `${document.file}:${document.at(pointer).line}#${pointer}`);
}
