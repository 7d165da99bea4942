/** Where an error is: for example a file, a line and a JSON pointer. */
export type Place = string | LazyPlace;

/** A place that becomes text when an error needs it. Finding the line of a value takes longer than reading the value. */
export class LazyPlace {
  constructor(private readonly find: () => string) {}

  toString(): string {
    return this.find();
  }
}
