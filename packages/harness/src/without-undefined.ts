type Undefinable<Members> = { [Key in keyof Members]: undefined extends Members[Key] ? Key : never }[keyof Members];

/** Members that may have been undefined are absent instead. */
export type WithoutUndefined<Members> = Omit<Members, Undefinable<Members>> & {
  [Key in Undefinable<Members>]?: Exclude<Members[Key], undefined>;
};

/** The members that have a value: for everybody who reads JSON, one that is undefined is not there. */
export function withoutUndefined<Members extends object>(members: Members): WithoutUndefined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Members>;
}
