/** A refusal by an implementation. Thrown by the adapters of the kit. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code?: string;
  readonly details?: unknown;
  /**
   * The JSON values that it came in. If there are several, the one in the form of the contract's envelope counts. Empty for
   * a plain text. Absent if the implementation gave message, code and details separately.
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
 * Makes a refusal from a text that may be JSON: `{"error": "…", "code": "…"}` or `{"message": …}`.
 * @param forms the JSON values that it came in; default: the text, if it is a JSON object
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

/** The value of a JSON text, or undefined for other texts. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
