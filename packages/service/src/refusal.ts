/** What a refusal table of a package holds, and the error that one of its rows becomes. */

export interface RefusalRow {
  /** What programs read. Where it is absent, each package decides: the name of the row, or a general code. */
  readonly code?: string;
  /** What is wrong. `{name}` is a placeholder. */
  readonly message: string;
  /** What to do about it. A text that a contract fixes word for word has none. */
  readonly remedy?: string;
}

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

/** The values that a row needs: one for each placeholder in its texts. */
export type RefusalValues<Row extends RefusalRow> = Readonly<
  Record<Placeholders<Row["message"] | Row["remedy"]>, string | number>
>;

/** Message and remedy of a row as one text, with their placeholders filled in. */
export function refusalText(
  { message, remedy }: RefusalRow,
  values: Readonly<Record<string, string | number>>,
): string {
  const template = remedy === undefined ? message : `${message} ${remedy}`;
  return template.replace(/\{([a-z_]+)\}/gu, (slot, name: string) => String(values[name] ?? slot));
}

/** A call was refused. A person reads the message, a program reads the code. */
export class Refusal<Code extends string = string> extends Error {
  constructor(
    readonly code: Code,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }

  /** What a client is answered. */
  toText(): string {
    return this.message;
  }
}
