import { type UserFolders, userEnvironment } from "./user-environment.js";

/** The folders of the user as this process sees them, for an implementation that runs in it. */
export class OwnHome {
  private saved: Readonly<Record<string, string | undefined>> | undefined;

  /** From now on HOME and its like name these folders. */
  enter(user: UserFolders): void {
    const environment = userEnvironment(user, { ...process.env, ...this.saved });
    this.saved ??= Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
    Object.assign(process.env, environment);
  }

  /** They name again what they named before. */
  leave(): void {
    for (const [name, value] of Object.entries(this.saved ?? {})) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    this.saved = undefined;
  }
}
