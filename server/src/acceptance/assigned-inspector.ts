import type { Refusal } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import type { DocumentNamed } from '../document/effects/typed-documents.ts'
import type { Session } from '../platform/session/session.ts'

interface Inspecting {
  documents: DocumentPort
  document: { companyCode: string }
  lines: readonly { sourceId: string | null; sourceLine: number | null }[]
  session: Session
  refuse: (code: 'inspector-other', params: Record<string, string>) => Refusal
}

type Notice = DocumentNamed<'inspection-notice'>

/**
 * The inspection notices behind the lines, locked, by id; refused to everybody but the inspector to whom they are assigned,
 * also to administrators.
 */
export async function assignedNotices({
  documents,
  document,
  lines,
  session,
  refuse,
}: Inspecting): Promise<Map<string, Notice>> {
  const notices = new Map<string, Notice>()
  for (const id of new Set(lines.map((line) => sourceOfLine(line).id))) {
    const notice = await documents.load('inspection-notice', document.companyCode, id)
    const inspector = textOf(notice.header.inspectorAccount)
    if (inspector.toLowerCase() !== session.account.toLowerCase())
      throw refuse('inspector-other', {
        notice: notice.header.docNo,
        inspector: inspector || '–',
        account: session.account,
      })
    notices.set(id, notice)
  }
  return notices
}
