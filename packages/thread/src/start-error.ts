export { StartError } from "@nexus-core/service/start-error";
