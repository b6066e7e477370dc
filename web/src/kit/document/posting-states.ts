import { postingStates as states } from '@kufang/contract/document/posting-state.ts'
import type { ColumnState } from '../grid/grid-column.ts'

/** Where a message to the ERP stands, as a table shows it. */
export const postingStates: readonly ColumnState[] = Object.entries(states).map(
  ([value, state]) => ({ value, ...state }),
)
