import { ThreadError } from "./thread-error.js";

const MOST_BYTES = 16_384;

/**
 * Checks the size of metadata as JSON in UTF-8 (`thread.post_message.metadata-bounded`). The caller has checked the
 * nesting before, so serializing is safe.
 * @throws ThreadError VALIDATION_ERROR that names the parameter
 */
export function checkMetadata(tool: string, parameter: string, value: unknown): void {
  if (value === undefined) return;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= MOST_BYTES) return;
  throw ThreadError.of("TOO_MUCH_METADATA", { tool, parameter, bytes, most: MOST_BYTES });
}
