/** A refusal by an implementation that was reached through an adapter of the kit. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code?: string;
  readonly details?: unknown;
  /**
   * The JSON in which it came, whole: where there are several, whichever is the contract's envelope counts. None where it
   * was a mere text. Absent where the implementation gave message, code and details apart from each other.
   */
  readonly forms?: readonly unknown[];

  constructor({
    message,
    code,
    details,
    forms,
  }: {
    readonly message: string;
    readonly code?: string;
    readonly details?: unknown;
    readonly forms?: readonly unknown[];
  }) {
    super(message);
    if (forms !== undefined) this.forms = forms;
    if (code !== undefined) this.code = code;
    if (details !== undefined) this.details = details;
  }
}

/**
 * A refusal whose text may hold JSON: `{"error": "…", "code": "…"}` or `{"message": …}`.
 * @param forms the JSON in which it came, where that is not the text alone
 */
export function refusedWith(text: string, forms: readonly unknown[] = [text].map(jsonIn).filter(isObject)): Refused {
  const said = jsonIn(text);
  if (!isObject(said)) return new Refused({ message: text, forms });
  const { error, ...rest } = said as { readonly error?: unknown };
  const inner = typeof error === "object" && error !== null ? error : rest;
  const { message = error, code, details } = inner as Readonly<Record<"message" | "code" | "details", unknown>>;
  return new Refused({
    message: typeof message === "string" ? message : text,
    ...(typeof code === "string" ? { code } : {}),
    ...(details === undefined ? {} : { details }),
    forms,
  });
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The value of a text that is JSON; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
