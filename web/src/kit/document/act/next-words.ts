import type { NextStepRow, StepPeople } from '@kufang/contract/document/api.ts'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { toast } from '../../feedback/toast.ts'
import { label } from '../../text/language.ts'
import { documentApi } from '../document-api.ts'

const namesShown = 2

/** The people of a step: two names and the total number. */
export function peopleWords({ people, peopleCount }: StepPeople): Label {
  if (peopleCount === 0) return { zh: '无人有此权限', en: 'nobody has the role' }
  const names = people.slice(0, namesShown)
  if (peopleCount <= namesShown) return { zh: names.join('、'), en: names.join(', ') }
  return {
    zh: `${names.join('、')}等 ${peopleCount} 人`,
    en: `${names.join(', ')} and ${peopleCount - namesShown} more`,
  }
}

/** The next step as a sentence for a toast, of several one that is yours; '' if there are none. */
export function nextWords(rows: readonly NextStepRow[]): Label {
  const first = rows.find(({ isMine }) => isMine) ?? rows[0]
  if (first === undefined) return { zh: '', en: '' }
  const who = peopleWords(first)
  const isPage = first.label.zh === first.page.zh
  return {
    zh: `下一步：${first.label.zh}${isPage ? '' : `（${first.page.zh}）`}，${first.isMine ? '您可办理' : who.zh}`,
    en: `Next: ${first.label.en}${isPage ? '' : ` (${first.page.en})`}, ${first.isMine ? 'by you' : who.en}`,
  }
}

/** A waiting time in the largest suitable unit. */
export function waitedWords(since: string, now: Date): Label {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 60_000))
  if (minutes < 60) return { zh: `${minutes} 分钟`, en: `${minutes} min` }
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return { zh: `${hours} 小时`, en: `${hours} h` }
  const days = Math.floor(hours / 24)
  return { zh: `${days} 天`, en: `${days} days` }
}

/**
 * Whether the action only requests an ERP posting, whose result follows later. What is possible without any posting
 * requests none.
 */
export function asksErp(action: Pick<ActionDeclaration<string>, 'to' | 'erpFrom'>): boolean {
  return action.to === null && action.erpFrom?.includes('notNeeded') === false
}

/** Shows a toast with the document number, and adds the next step and its people when known. */
export function tellDone(
  text: string,
  name: string,
  made: { id: string; docNo: string },
  path: string,
): void {
  const id = toast.success(text, { text: made.docNo, path })
  // The result stays valid if the next step cannot be read.
  documentApi.next(name, made.id).then(
    (rows) => {
      const words = label(nextWords(rows))
      if (words !== '') toast.addDetail(id, words)
    },
    (error: unknown) => console.error(error),
  )
}
