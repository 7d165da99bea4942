import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** What stands for the user's own folders, for an implementation that is a program of its own. */
export interface UserFolders {
  /** Absolute path of the home folder. */
  readonly home: string;
  /** Absolute path of the folder for temporary files. */
  readonly temporary: string;
}

/** Programs that look for their own tools below the home folder, unless a variable names the place. */
const TOOLS: Readonly<Record<string, string>> = {
  ASDF_DATA_DIR: ".asdf",
  BUN_INSTALL: ".bun",
  CARGO_HOME: ".cargo",
  GOPATH: "go",
  GRADLE_USER_HOME: ".gradle",
  NVM_DIR: ".nvm",
  PYENV_ROOT: ".pyenv",
  PYTHONUSERBASE: ".local",
  RBENV_ROOT: ".rbenv",
  RUSTUP_HOME: ".rustup",
  SDKMAN_DIR: ".sdkman",
  VOLTA_HOME: ".volta",
  npm_config_cache: ".npm",
  npm_config_userconfig: ".npmrc",
};

/** Where desktop systems keep what programs store. Below another home they are empty, as for a new user. */
const STORES: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: ".cache",
  XDG_CONFIG_HOME: ".config",
  XDG_DATA_HOME: ".local/share",
  XDG_STATE_HOME: ".local/state",
};

const realHome = homedir();

/**
 * The variables that make a program take other folders for those of its user, and still find its tools.
 * @param environment that the program would have without them
 */
export function userEnvironment(
  { home, temporary }: UserFolders,
  environment: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  const tools = Object.entries(TOOLS).filter(
    ([name, folder]) => environment[name] === undefined && existsSync(join(realHome, folder)),
  );
  const stores = Object.entries(STORES).filter(([name]) => environment[name] !== undefined);
  return {
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    ...Object.fromEntries(tools.map(([name, folder]) => [name, join(realHome, folder)])),
    ...Object.fromEntries(stores.map(([name, folder]) => [name, join(home, folder)])),
  };
}
