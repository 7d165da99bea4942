/** A page of the site. */
export interface SitePage {
  readonly text: string;
  /** The file of this repository whose place its relative links start from. */
  readonly source: string;
}
