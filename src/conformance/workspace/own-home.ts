import { type UserFolders, userEnvironment } from "./user-environment.js";

/** Switches the user folders of this process, for an implementation that runs in it. */
export class OwnHome {
  private saved: Readonly<Record<string, string | undefined>> | undefined;

  /** Points HOME and the related variables to these folders. */
  enter(user: UserFolders): void {
    const environment = userEnvironment(user, { ...process.env, ...this.saved });
    this.saved ??= Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
    Object.assign(process.env, environment);
  }

  /** Restores the variables. */
  leave(): void {
    for (const [name, value] of Object.entries(this.saved ?? {})) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    this.saved = undefined;
  }
}
