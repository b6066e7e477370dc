import { preservationTask } from '@kufang/contract/preservation/preservation-task.ts'
import { effectsFor } from '../document/act/effects.ts'

// Preservation task 保养任务单: the effects of its actions. `move` moves goods, `reverseMoves` moves them back. An action that
// leads to one state and is not previewed needs none: it changes the state and keeps its input.

export const preservationTaskEffects = effectsFor(preservationTask, { actions: {} })
