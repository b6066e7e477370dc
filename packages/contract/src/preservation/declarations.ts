import { preservationTask } from './preservation-task.ts'
/** The document types of the area. */
export const documents = {
  'preservation-task': preservationTask,
} as const
