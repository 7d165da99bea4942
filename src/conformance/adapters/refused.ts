/** A refusal by an implementation that was reached through an adapter of the kit. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code?: string;
  readonly details?: unknown;

  constructor({
    message,
    code,
    details,
  }: { readonly message: string; readonly code?: string; readonly details?: unknown }) {
    super(message);
    if (code !== undefined) this.code = code;
    if (details !== undefined) this.details = details;
  }
}

/** A refusal whose text may hold JSON: `{"error": "…", "code": "…"}` or `{"message": …}`. */
export function refusedWith(text: string): Refused {
  const said = jsonIn(text);
  if (typeof said !== "object" || said === null) return new Refused({ message: text });
  const { error, ...rest } = said as { readonly error?: unknown };
  const inner = typeof error === "object" && error !== null ? error : rest;
  const { message = error, code, details } = inner as Readonly<Record<"message" | "code" | "details", unknown>>;
  return new Refused({
    message: typeof message === "string" ? message : text,
    ...(typeof code === "string" ? { code } : {}),
    ...(details === undefined ? {} : { details }),
  });
}

/** The value of a text that is JSON; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
