import { NexusError } from "../errors.js";
import type { LocatedDocument } from "../located-document.js";
import type { Contract } from "./contract.js";

/** The file in which a piece of a case stands, and the contract that it is written for. */
export class Source {
  constructor(
    private readonly document: LocatedDocument,
    readonly contract: Contract,
  ) {}

  /** The line, counted from 1. */
  line(pointer: string): number {
    return this.document.at(pointer).line;
  }

  /** The place as errors name it. */
  at(pointer: string): string {
    return `${this.document.file}:${this.line(pointer)}#${pointer}`;
  }

  problem(pointer: string, reason: string): NexusError {
    return NexusError.of("NXC_FIXTURE_INVALID", { reason, hint: "" }, this.at(pointer));
  }
}
