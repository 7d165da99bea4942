/**
 * Names of products, toolchains, languages and models. What is also plain English (cursor, linear, make, go, rust, bun,
 * notion) counts where its form gives it away: with a capital in mid-sentence, or as a command in code. Formats (JSON,
 * Markdown), protocols and operating systems are no names of this kind: files have formats in every project.
 */

import type { NeutralTerm } from "./neutral-terms.js";
import { inCalls, inCode, inSentence, PATHS, words } from "./term-patterns.js";

const HARNESS = 'Say "the harness"; what only one of them needs comes through harness_docs_refs.';
const EDITOR = 'Say "the harness" or "the editor".';
const VENDOR = "Leave the vendor out; content serves them all.";
const PRODUCT = "Name what it is for: the tracker, the design, the chat, the host, the database.";
const COMMAND = 'Say "the project\'s build command", "its test command" and so on.';
const SHELL = "Say what is looked for, read or changed; the harness chooses the means.";
const LANGUAGE = "Say what holds in every language, or leave it to the project's rules.";
const TIER = "Use model_tier: high or standard; the harness chooses the model.";

const products: readonly NeutralTerm[] = [
  {
    kind: "product",
    pattern: /(?<![\w-])(?:claude|opencode|codex|copilot|gemini)(?:[- ](?:nexus|code|cli|desktop))?(?![\w])/gi,
    reason: "names a harness",
    instead: HARNESS,
  },
  {
    kind: "product",
    pattern: words(
      "Windsurf Cline Aider OpenHands RooCode Roo~Code Kiro Devin Replit ChatGPT Tabnine AutoGPT LangChain LangGraph LlamaIndex CrewAI AutoGen MetaGPT SWE-agent Qoder Qwen~Code Kimi~CLI Bolt.new Augment~Code Amazon~Q Continue.dev",
    ),
    reason: "names a harness",
    instead: HARNESS,
  },
  { kind: "product", pattern: inSentence("Cursor Goose Warp Zed"), reason: "names a harness", instead: HARNESS },
  {
    kind: "product",
    pattern:
      /\bCursor (?:IDE|editor|rules?|agents?|AI)\b|\bVS ?Code\b|\bVisual Studio\b|\bJetBrains\b|\bIntelliJ\b|\bSublime Text\b|\bAndroid Studio\b/g,
    reason: "names an editor or harness",
    instead: EDITOR,
  },
  {
    kind: "product",
    pattern: inCode("vim vi emacs nano"),
    reason: "names an editor",
    instead: EDITOR,
  },
  {
    kind: "product",
    pattern: words("PyCharm WebStorm GoLand Xcode Neovim nvim Vim Emacs Notepad++"),
    reason: "names an editor",
    instead: EDITOR,
  },
  {
    kind: "product",
    pattern: words(
      "Anthropic OpenAI DeepMind Google Microsoft Mistral DeepSeek xAI HuggingFace Hugging~Face Alibaba Nvidia NVIDIA IBM Cohere Groq Moonshot~AI Together~AI Stability~AI Zhipu MiniMax Baidu Tencent Databricks Atlassian Salesforce",
    ),
    reason: "names a vendor",
    instead: VENDOR,
  },
  {
    kind: "product",
    pattern: inSentence("Amazon Apple Meta Oracle Perplexity"),
    reason: "names a vendor",
    instead: VENDOR,
  },
  {
    kind: "product",
    pattern: words(
      "Slack Jira Figma Trello Asana YouTrack Redmine Bugzilla ClickUp Airtable SharePoint Zendesk PagerDuty Datadog Grafana Splunk AWS Azure GCP Vercel Netlify Heroku Cloudflare DigitalOcean Fly.io Supabase Firebase Stack~Overflow StackOverflow Firefox Chromium DuckDuckGo",
    ),
    reason: "names a product that not every project has",
    instead: PRODUCT,
  },
  {
    kind: "product",
    pattern: words(
      "PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Elasticsearch DynamoDB BigQuery RabbitMQ Kafka",
      "i",
    ),
    reason: "names a product that not every project has",
    instead: PRODUCT,
  },
  {
    kind: "product",
    pattern: inSentence(
      "Notion Linear Confluence Obsidian Discord Zoom Sentry Prometheus Snowflake Stripe Chrome Safari",
    ),
    reason: "names a product that not every project has",
    instead: PRODUCT,
  },
];

const toolchains: readonly NeutralTerm[] = [
  {
    kind: "toolchain",
    pattern: words(
      "npm npx pnpm bunx pip pip3 pipx pytest vitest eslint tsc webpack gradle mvn kubectl docker podman cmake apt-get nodejs node.js deno conda virtualenv pyenv nvm rustup rustc gcc clang javac dotnet nuget sbt bazel rubygems rspec junit testng phpunit xunit nunit ctest unittest flake8 pylint rubocop golangci-lint checkstyle sonarqube stylelint esbuild turborepo homebrew winget terraform",
      "i",
    ),
    reason: "belongs to one toolchain",
    instead: COMMAND,
  },
  {
    kind: "toolchain",
    pattern:
      /\b(?:bun|yarn|cargo|deno|uv|poetry|gh|glab) (?:run|test|build|install|add|exec|fmt|clippy|publish|x|pr|issue|sync|check|lint)\b/g,
    reason: "belongs to one toolchain",
    instead: COMMAND,
  },
  {
    kind: "toolchain",
    pattern: inCode(
      "make jest mocha jasmine ruff mypy cargo yarn bun brew tox rake ninja meson prettier biome babel rollup ./gradlew gradlew",
    ),
    reason: "belongs to one toolchain",
    instead: COMMAND,
  },
  {
    kind: "toolchain",
    pattern: inCalls(
      "go node ant python python3 ruby java php perl swift gem bundle composer apt yum dnf pacman choco helm vagrant",
    ),
    reason: "belongs to one toolchain",
    instead: COMMAND,
  },
  {
    kind: "toolchain",
    pattern: inSentence("Bun Node Jest Mocha Cypress Playwright Puppeteer Selenium Prettier Maven Vite"),
    reason: "belongs to one toolchain",
    instead: COMMAND,
  },
  {
    kind: "toolchain",
    pattern: /(?<![\w-])(?:git|svn|\.git(?:ignore|attributes|modules|keep))(?![\w])/gi,
    reason: "is one system of version control",
    instead: 'Say "version control", and what to do where there is none.',
  },
  {
    kind: "toolchain",
    pattern: words("bash zsh ksh powershell pwsh cmd.exe ripgrep fzf", "i"),
    reason: "is a shell, or a command of one kind of shell",
    instead: SHELL,
  },
  {
    kind: "toolchain",
    pattern: inCode("grep egrep sed awk curl wget rg jq xargs chmod mkdir rmdir"),
    reason: "is a command of one kind of shell",
    instead: SHELL,
  },
  {
    kind: "toolchain",
    pattern: inCalls("find ls cat rm cp mv cd touch head tail sort diff sh fish ag fd tree", PATHS),
    reason: "is a command of one kind of shell",
    instead: SHELL,
  },
  {
    kind: "toolchain",
    pattern: words(
      "package.json tsconfig.json node_modules pyproject.toml requirements.txt Cargo.toml go.mod pom.xml build.gradle Gemfile composer.json Dockerfile Makefile package-lock.json yarn.lock",
    ),
    reason: "is a file of one toolchain",
    instead: "Say what it declares: dependencies, build settings.",
  },
  {
    kind: "toolchain",
    pattern: words(
      "TypeScript JavaScript CoffeeScript Python Java Kotlin Scala PHP Perl Haskell Golang Clojure Erlang OCaml Fortran COBOL C++ C# Objective-C .NET Django FastAPI Laravel NestJS jQuery Tailwind Next.js Nuxt Vue.js React~Native Ruby~on~Rails",
    ),
    reason: "is a language or framework that not every project uses",
    instead: LANGUAGE,
  },
  {
    kind: "toolchain",
    pattern: inSentence("Rust Swift Ruby Elixir Dart Zig Lua React Angular Svelte Vue Flask Rails Electron Flutter"),
    reason: "is a language or framework that not every project uses",
    instead: LANGUAGE,
  },
  {
    kind: "toolchain",
    pattern: /\bGo (?:code|modules?|programs?|projects?|packages?)\b|\b(?:written|code|programs?|projects?) in Go\b/g,
    reason: "is a language that not every project uses",
    instead: LANGUAGE,
  },
  {
    kind: "toolchain",
    pattern: words(
      "GitHub GitLab Bitbucket CircleCI Jenkins Gitea Forgejo Codeberg SourceForge TeamCity Buildkite Travis~CI Kubernetes",
      "i",
    ),
    reason: "names a code host or build service",
    instead: 'Say "the code host" or "the build service".',
  },
];

const models: readonly NeutralTerm[] = [
  {
    kind: "model",
    pattern:
      /(?<![\w-])(?:opus|sonnet|haiku|gpt(?:-?[0-9o][\w.-]*)?|claude-(?:[0-9]|opus|sonnet|haiku|instant|v)[\w.-]*|gemini-(?:[0-9]|pro|flash|ultra|nano)[\w.-]*|codex-(?:[0-9]|mini)[\w.-]*|grok-[0-9][\w.-]*|llama-?[0-9][\w.-]*|qwen(?:[\w.-]*\w)?|qwq(?:-[0-9][\w.-]*)?|mixtral(?:[\w.-]*\w)?|mistral-[\w.-]+|codestral|devstral|gemma-?[0-9][\w.-]*|phi-[0-9][\w.-]*|kimi-?k?[0-9][\w.-]*|glm-[0-9][\w.-]*|starcoder[\w.-]*|deepseek-[\w.-]+)(?![\w])/gi,
    reason: "is a concrete model",
    instead: TIER,
  },
  {
    kind: "model",
    pattern: /(?<![\w-])o[134](?:-(?:mini|preview|pro))?(?![\w])/g,
    reason: "is a concrete model",
    instead: TIER,
  },
  {
    kind: "model",
    pattern:
      /(?<![\w/.-])(?:anthropic|openai|google|meta-llama|mistralai|deepseek|deepseek-ai|qwen|x-ai)\/[a-z0-9][\w.:-]*/gi,
    reason: "is a concrete model",
    instead: TIER,
  },
  {
    kind: "model",
    pattern: inSentence("Llama Grok"),
    reason: "is a family of models",
    instead: TIER,
  },
];

export const NEUTRAL_NAMES: readonly NeutralTerm[] = [...products, ...toolchains, ...models];
