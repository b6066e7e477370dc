import { postingStates as states } from '@kufang/contract/document/posting-state.ts'
import type { ColumnState } from '../grid/grid-column.ts'

/** The states of ERP postings, for table columns. */
export const postingStates: readonly ColumnState[] = Object.entries(states).map(
  ([value, state]) => ({ value, ...state }),
)
