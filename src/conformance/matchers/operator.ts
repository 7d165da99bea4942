/** What a matcher says of a value: nothing when it holds, otherwise the problem in a few words. */
export type Test = (value: unknown) => string | undefined;

/** One operator of the matcher language; the fixture schema has checked the type of its operand. */
export interface Operator<Operand> {
  readonly name: string;
  /** @throws Error when the operand cannot be used */
  compile(operand: Operand): Test;
}
