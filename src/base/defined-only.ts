type Undefinable<Members> = { [Key in keyof Members]: undefined extends Members[Key] ? Key : never }[keyof Members];

/** The same members, where each that may be undefined is optional instead. */
export type DefinedOnly<Members> = Omit<Members, Undefinable<Members>> & {
  [Key in Undefinable<Members>]?: Exclude<Members[Key], undefined>;
};

/** The members that have a value. JSON has no `undefined`, so such a member must be absent. */
export function definedOnly<Members extends object>(members: Members): DefinedOnly<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as DefinedOnly<Members>;
}
