import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { LoadedDocument } from '../storage/document.ts'

/**
 * The reason why a person may not act on a document of which lines are outside the data scope, or null: acting, editing,
 * reversing and attaching concern all lines.
 */
export function refusalOfHiddenLines({
  header,
  hiddenLines = [],
}: LoadedDocument): RefusalDetail | null {
  if (hiddenLines.length === 0) return null
  return {
    code: 'lines-outside-scope',
    params: { no: header.docNo, lines: hiddenLines.join(', '), count: hiddenLines.length },
  }
}

/** Refuses `lines-outside-scope`. */
export function assertWhole(loaded: LoadedDocument): void {
  const refusal = refusalOfHiddenLines(loaded)
  if (refusal !== null) throw refuseAll([refusal])
}
