/* Generated from schema/nexus-report.schema.json by `npm run generate`. */

/**
 * The block with the info word nexus-report that ends the last message of an agent, and of Lead at the end of a skill.
 */
export type NexusReport = {
  /**
   * Version of the form.
   */
  report: 1;
  /**
   * The role that reports: as it was spawned, or lead at the end of a skill.
   */
  role:
    | "architect"
    | "designer"
    | "postdoc"
    | "strategist"
    | "engineer"
    | "researcher"
    | "writer"
    | "tester"
    | "reviewer"
    | "lead";
  /**
   * The task as it was given; null without one.
   */
  task_id: number | null;
  /**
   * State of the work, not its quality.
   */
  status: "complete" | "partial" | "needs_input" | "blocked";
  /**
   * The quality of what was judged: PASS and FAIL are the tester's, APPROVED, REVISION_REQUIRED and BLOCKED the reviewer's, the lower-case ones those of advisers. Null for all others, and where nothing was judged.
   */
  verdict:
    | "PASS"
    | "FAIL"
    | "APPROVED"
    | "REVISION_REQUIRED"
    | "BLOCKED"
    | "approved"
    | "approved_with_conditions"
    | "revision_required"
    | null;
  /**
   * What Lead reads first: the result, then the worst news; up to 300 characters.
   */
  summary: string;
  /**
   * One for each line of acceptance, in its order and words.
   */
  criteria: Criterion[];
  /**
   * What Lead has to know about.
   */
  findings: ReportedFinding[];
  /**
   * What was really executed, and what was not.
   */
  checks: Check[];
  files: ReportedFiles;
  /**
   * What was assumed. An empty list is a statement.
   */
  assumptions: Text[];
  /**
   * All questions in one go.
   */
  questions: Question[];
  /**
   * What was left undone. An empty list is a statement.
   */
  not_done: Text[];
  /**
   * What was tried; needed where the status is blocked.
   */
  attempts?: Attempt[];
  /**
   * Planted text: text in what was read that tries to steer the reader.
   */
  suspect_content: SuspectContent[];
  /**
   * Advice on who should go on; Lead decides.
   */
  next: NextRole[];
  architect?: ArchitectPart;
  designer?: DesignerPart;
  postdoc?: PostdocPart;
  strategist?: StrategistPart;
  engineer?: EngineerPart;
  researcher?: ResearcherPart;
  writer?: WriterPart;
  tester?: TesterPart;
  reviewer?: ReviewerPart;
  "nx-setup"?: SetupPart;
  "nx-init"?: InitPart;
  "nx-plan"?: PlanPart;
  "nx-run"?: RunPart;
  "nx-sync"?: SyncPart;
};
/**
 * A path from the project root, with forward slashes.
 */
export type Path = string;
export type Text = string;
/**
 * How much the evidence bears.
 */
export type Grade = "strong" | "moderate" | "weak" | "inconclusive";

export interface Criterion {
  /**
   * The line.
   */
  criterion: string;
  /**
   * What a checker found, or what a maker claims.
   */
  result: "pass" | "fail" | "unverified" | "claimed";
  /**
   * What shows it; empty where nothing was found out.
   */
  evidence: string;
}
export interface ReportedFinding {
  /**
   * Short name, as F1.
   */
  id: string;
  /**
   * How bad it is.
   */
  severity: "critical" | "warning" | "info";
  /**
   * Path and line, section, or source.
   */
  where: string;
  /**
   * What is wrong or notable.
   */
  claim: string;
  /**
   * What shows it.
   */
  evidence: string;
  /**
   * What to do about it.
   */
  action: string;
}
export interface Check {
  /**
   * What was checked.
   */
  what: string;
  /**
   * By which command or act.
   */
  how: string;
  /**
   * What came of it.
   */
  outcome: "passed" | "failed" | "not_run";
}
/**
 * Files that the work touched.
 */
export interface ReportedFiles {
  /**
   * Files of the workspace that were created, changed or deleted.
   */
  changed: Path[];
  /**
   * Artifacts that hold long material.
   */
  artifacts: Path[];
}
export interface Question {
  /**
   * The question.
   */
  question: string;
  /**
   * What hangs on it.
   */
  why: string;
  /**
   * What holds without an answer.
   */
  default: string;
  /**
   * Whether the default risks the work, which then waits for the answer.
   */
  blocking: boolean;
}
export interface Attempt {
  /**
   * What was tried.
   */
  approach: string;
  /**
   * What came of it.
   */
  result: string;
}
export interface SuspectContent {
  /**
   * Where it stands.
   */
  where: string;
  /**
   * Its beginning; up to 120 characters.
   */
  excerpt: string;
}
export interface NextRole {
  /**
   * Id of another agent.
   */
  role: string;
  /**
   * What for.
   */
  why: string;
}
/**
 * What only the architect reports.
 */
export interface ArchitectPart {
  /**
   * The options that were compared, one of them to leave things or change the least.
   */
  options: ArchitectOption[];
  /**
   * Facts that would reverse the choice.
   */
  decision_reversers: Text[];
}
export interface ArchitectOption {
  /**
   * What the option is called.
   */
  name: string;
  /**
   * What it brings.
   */
  gains: string;
  /**
   * What it takes.
   */
  costs: string;
  /**
   * Whether one can go back, and the price of it.
   */
  reversible: string;
  /**
   * Where it can be tested.
   */
  test_seam: string;
}
/**
 * What only the designer reports.
 */
export interface DesignerPart {
  /**
   * The flow as its user meets it, step by step.
   */
  flow: FlowStep[];
  /**
   * Texts to change, with the exact words.
   */
  wording: Wording[];
  /**
   * What nobody knows about the users yet.
   */
  needs_research: Text[];
}
export interface FlowStep {
  /**
   * Number and name of the step.
   */
  step: string;
  /**
   * What is shown.
   */
  user_sees: string;
  /**
   * What the user does.
   */
  user_does: string;
  /**
   * The stumble: where the user has to guess, remember or recover; none where there is none.
   */
  trouble: string;
}
export interface Wording {
  /**
   * The place of the text.
   */
  where: string;
  /**
   * What stands there; none for a new text.
   */
  now: string;
  /**
   * What should stand there.
   */
  proposed: string;
}
/**
 * What only the postdoc reports: the core of the synthesis, whose whole is an artifact.
 */
export interface PostdocPart {
  /**
   * The question, so that it could be answered no.
   */
  question: string;
  /**
   * How it was investigated, or is to be.
   */
  method: string;
  /**
   * Counter-evidence: what speaks against the conclusion.
   */
  against: Text[];
  /**
   * How much the evidence bears; null where a method alone was judged.
   */
  grade: "strong" | "moderate" | "weak" | "inconclusive" | null;
  /**
   * No stronger than its weakest link; null where a method alone was judged.
   */
  conclusion: string | null;
  /**
   * What stays open.
   */
  not_known: Text[];
  /**
   * What would overturn the conclusion.
   */
  would_change_if: Text[];
}
/**
 * What only the strategist reports.
 */
export interface StrategistPart {
  /**
   * What to do, and when that lapses.
   */
  recommendation: string;
  /**
   * What must hold for the recommendation.
   */
  assumptions: StrategistAssumption[];
  /**
   * The strongest alternatives, doing nothing among them.
   */
  alternatives: Text[];
  /**
   * What could go wrong.
   */
  risks: Risk[];
  /**
   * Where the sourced statements come from.
   */
  sources: Text[];
}
export interface StrategistAssumption {
  /**
   * What is assumed.
   */
  statement: string;
  /**
   * Whether a source says so, or the strategist judges it.
   */
  basis: "sourced" | "judgement";
  /**
   * What follows where it does not hold.
   */
  if_wrong: string;
  /**
   * The cheapest way to find out.
   */
  cheapest_test: string;
}
export interface Risk {
  /**
   * What it would do.
   */
  impact: string;
  /**
   * How likely it is.
   */
  likelihood: "low" | "medium" | "high";
  /**
   * By what one would notice it.
   */
  sign_to_watch: string;
}
/**
 * What only the engineer reports.
 */
export interface EngineerPart {
  /**
   * Where the work departs from the task, and why.
   */
  deviations: Text[];
  /**
   * Texts that the change makes stale.
   */
  docs_impact: Text[];
}
/**
 * What only the researcher reports.
 */
export interface ResearcherPart {
  /**
   * The checkable questions, each with what was found.
   */
  questions: ResearchAnswer[];
  /**
   * The search log: the searches that were made.
   */
  searched: Text[];
  /**
   * What was sought and not found.
   */
  not_found: Text[];
  /**
   * What deserves a look, or a place in memory.
   */
  leads: Text[];
}
export interface ResearchAnswer {
  /**
   * The question.
   */
  question: string;
  /**
   * The answer, or that none was found.
   */
  answer: string;
  grade: Grade;
  /**
   * The support: sources that bear the answer out.
   */
  support: Support[];
  /**
   * Counter-evidence: what speaks against the answer.
   */
  against: Text[];
}
export interface Support {
  /**
   * Which source, and the place in it.
   */
  source: string;
  /**
   * P: the thing itself or its maker's document. S: somebody who examined it. T: a retelling.
   */
  tier: "P" | "S" | "T";
  /**
   * Whether it was opened and read.
   */
  opened: boolean;
  /**
   * Date or version of the source.
   */
  date: string;
  /**
   * What it says, in about a sentence.
   */
  says: string;
}
/**
 * What only the writer reports.
 */
export interface WriterPart {
  /**
   * Who reads the text, and for what.
   */
  reader: string;
  /**
   * Numbers, names, promises and instructions in the text, each with its source.
   */
  claims: WriterClaim[];
  /**
   * What the sources do not say.
   */
  gaps: Text[];
  /**
   * Commands and links that were not tried.
   */
  untested: Text[];
}
export interface WriterClaim {
  /**
   * The claim.
   */
  text: string;
  /**
   * Where it comes from.
   */
  source: string;
}
/**
 * What only the tester reports.
 */
export interface TesterPart {
  /**
   * Behaviour that no test would see break.
   */
  missing_tests: MissingTest[];
}
export interface MissingTest {
  /**
   * What may break unseen.
   */
  behaviour: string;
  /**
   * The case that would show it.
   */
  suggested_case: string;
}
/**
 * What only the reviewer reports.
 */
export interface ReviewerPart {
  /**
   * The claims of the text that were compared with a source.
   */
  claims: ReviewedClaim[];
  /**
   * How many of how many claims were checked.
   */
  sample: string;
}
export interface ReviewedClaim {
  /**
   * What the text says.
   */
  claim: string;
  /**
   * Where it says so.
   */
  where: string;
  /**
   * Where the source speaks of it.
   */
  source_place: string;
  /**
   * Whether the two agree in value, scope and certainty.
   */
  match: "yes" | "no" | "unverifiable";
}
/**
 * What Lead reports at the end of nx-setup.
 */
export interface SetupPart {
  /**
   * Where the changes may stand, as the user chose.
   */
  scope: string;
  /**
   * What was changed.
   */
  topics: SetupTopic[];
  /**
   * Topics that the user left out.
   */
  skipped: Text[];
  /**
   * Topics that the harness does not have.
   */
  not_offered: Text[];
  /**
   * How the user was told to begin with project knowledge.
   */
  knowledge_start: string;
}
export interface SetupTopic {
  /**
   * The topic.
   */
  topic: string;
  /**
   * The value before.
   */
  before: string;
  /**
   * The value after.
   */
  after: string;
  /**
   * Where it stands.
   */
  where: string;
  /**
   * How to take it back.
   */
  undo: string;
}
/**
 * What Lead reports at the end of nx-init.
 */
export interface InitPart {
  /**
   * How the skill ran.
   */
  mode: "first_run" | "resume" | "reset" | "reset_cleanup";
  /**
   * Files that were written.
   */
  written: WrittenFile[];
  /**
   * Lines for the instruction file, each with what shows it.
   */
  lines_proposed: ProposedLine[];
  /**
   * Lines that were left out.
   */
  lines_refused: RefusedLine[];
  /**
   * What nobody could confirm.
   */
  unconfirmed: Text[];
  /**
   * What the user can do next.
   */
  next_steps: Text[];
}
export interface WrittenFile {
  file: Path;
  /**
   * What the file is about.
   */
  subject: string;
}
export interface ProposedLine {
  /**
   * The line.
   */
  line: string;
  /**
   * Where it shows.
   */
  evidence: string;
}
export interface RefusedLine {
  /**
   * The line.
   */
  line: string;
  /**
   * Why it was left out.
   */
  reason: string;
}
/**
 * What Lead reports at the end of nx-plan.
 */
export interface PlanPart {
  /**
   * Who decided the issues.
   */
  mode: "interactive" | "auto";
  /**
   * The plan; null where none was started.
   */
  plan_id: number | null;
  /**
   * The issues and what was decided.
   */
  briefing: BriefedIssue[];
  /**
   * The tasks that were added.
   */
  tasks: PlannedTask[];
}
export interface BriefedIssue {
  /**
   * Id of the issue.
   */
  issue: number;
  /**
   * What was chosen.
   */
  choice: string;
  /**
   * What was not.
   */
  rejected: string;
  /**
   * Why.
   */
  reason: string;
  /**
   * What was assumed; none where nothing was.
   */
  assumption: string;
}
export interface PlannedTask {
  /**
   * Id of the task.
   */
  id: number;
  /**
   * Its title.
   */
  title: string;
  /**
   * The role that does it, or lead.
   */
  owner: string;
  /**
   * Tasks that must be completed before; a check starts once its maker has reported.
   */
  deps: number[];
  /**
   * The task that checks this one; null where none does.
   */
  pair: number | null;
}
/**
 * What Lead reports at the end of nx-run.
 */
export interface RunPart {
  /**
   * How the run ended.
   */
  end: "finished" | "stopped" | "ended_by_user";
  /**
   * The tasks, each with its result.
   */
  tasks: RunTask[];
  /**
   * Decisions of the plan that were carried out.
   */
  decisions_applied: Text[];
  /**
   * Where the run departed from the plan.
   */
  deviations: Text[];
  /**
   * What may still go wrong.
   */
  risks: Text[];
  /**
   * What could come next.
   */
  suggested_next: Text[];
}
export interface RunTask {
  /**
   * Id of the task.
   */
  id: number;
  /**
   * Its state in the task list.
   */
  state: "pending" | "in_progress" | "completed";
  /**
   * What shows it.
   */
  evidence: string;
}
/**
 * What Lead reports at the end of nx-sync.
 */
export interface SyncPart {
  /**
   * Documents that were compared.
   */
  scanned: Path[];
  /**
   * Statements that were corrected.
   */
  changed: SyncedStatement[];
  /**
   * Documents that were right.
   */
  unchanged: Path[];
  /**
   * Statements that nobody could settle.
   */
  needs_verification: UnsettledStatement[];
}
export interface SyncedStatement {
  file: Path;
  /**
   * The statement, as it stands now.
   */
  statement: string;
  /**
   * What shows it.
   */
  evidence: string;
}
export interface UnsettledStatement {
  file: Path;
  /**
   * The statement.
   */
  statement: string;
  /**
   * Why it is open.
   */
  why: string;
}
