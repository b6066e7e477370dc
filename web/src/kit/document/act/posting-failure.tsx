import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { ErpMessageRow } from '@kufang/contract/document/api.ts'
import type { ErpState } from '@kufang/contract/document/erp-state.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { useLanguage } from '../../text/language.ts'
import { documentApi } from '../document-api.ts'
import { postingStates } from '../posting-states.ts'

/** ERP states of documents one of whose postings may have failed; a posted document whose reversal failed stays posted. */
export const mayHaveFailed: ReadonlySet<string> = new Set<ErpState>([
  'failed',
  'partlyPosted',
  'posted',
])

/** Posting states that require a person to act. */
const troubled: ReadonlySet<string> = new Set(['rejected', 'blocked', 'dead'])

/** The latest failed posting of the document, or null. */
export function troubleOf(messages: readonly ErpMessageRow[]): ErpMessageRow | null {
  return (
    messages
      .filter((message) => troubled.has(message.state))
      .toSorted((left, right) => right.updatedAt.localeCompare(left.updatedAt))[0] ?? null
  )
}

const actions = {
  post: { zh: '过账', en: 'Post', failed: 'Posting failed' },
  reverse: { zh: 'ERP冲销', en: 'Reverse in ERP', failed: 'Reversal in the ERP failed' },
} as const

/**
 * What to do about a failed posting.
 *
 * @param docNo of the document shown, which may wait for the posting of another
 */
export function cureOf({ direction, documentNo, state }: ErpMessageRow, docNo: string): Label {
  if (documentNo !== docNo)
    return {
      zh: `这是 ${documentNo} 的过账，请先处理该单据。`,
      en: `This is the posting of ${documentNo}: settle that document first.`,
    }
  if (state === 'blocked')
    return {
      zh: '请系统管理员在“SAP接口配置”中排除原因并恢复接口，之后自动重新发送。',
      en: 'Have the administrator remove the cause and release the interface on "SAP interface configuration"; it is then sent again automatically.',
    }
  const { zh, en } = actions[direction]
  return {
    zh: `排除原因后再次“${zh}”，ERP 只会记账一次。`,
    en: `Remove the cause and press "${en}" again; the ERP books it only once.`,
  }
}

/** Why the ERP rejected the document's posting, in the ERP's own words, and what to do, above all other content. */
export function PostingFailure(props: { name: string; id: string; docNo: string }): ReactNode {
  const { name, id, docNo } = props
  const { label } = useLanguage()
  const { data } = useQuery({
    queryKey: ['document', name, id, 'erp'],
    queryFn: ({ signal }) => documentApi.erp(name, id, signal),
  })
  const trouble = troubleOf(data ?? [])
  if (trouble === null) return null
  const state = postingStates.find(({ value }) => value === trouble.state)
  const { zh, failed } = actions[trouble.direction]
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={label({
        zh: `${zh}失败：${label(state?.label ?? trouble.state)}`,
        en: `${failed}: ${label(state?.label ?? trouble.state)}`,
      })}
      description={
        <>
          <div>
            {trouble.message === '' || trouble.message === null
              ? label({ zh: '详见 ERP 页签', en: 'See the tab ERP' })
              : trouble.message}
          </div>
          <div>{label(cureOf(trouble, docNo))}</div>
        </>
      }
    />
  )
}
