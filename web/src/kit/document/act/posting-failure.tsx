import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { ErpMessageRow } from '@kufang/contract/document/api.ts'
import { erpStates, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { cureOf, postingActions } from '@kufang/contract/document/declare/posting-cure.ts'
import { useLanguage } from '../../text/language.ts'
import { documentApi } from '../document-api.ts'
import { postingStates } from '../posting-states.ts'

/** ERP states of documents one of whose postings may have failed; a posted document whose reversal failed stays posted. */
export const mayHaveFailed: ReadonlySet<string> = new Set<ErpState>([
  'failed',
  'partlyPosted',
  'posted',
  'cancelledInErp',
])

/** Posting states that require a person to act. */
const troubled: ReadonlySet<string> = new Set(['rejected', 'blocked', 'dead'])

/**
 * The latest failed posting of the document; or its reversal by somebody in the ERP itself, unless it was posted again
 * after that; or null. The messages are in the order of their requests.
 */
export function troubleOf(messages: readonly ErpMessageRow[]): ErpMessageRow | null {
  const last = messages.at(-1)
  if (last !== undefined && last.directUser !== '') return last
  return (
    messages
      .filter(({ state }) => troubled.has(state))
      .toSorted((left, right) => right.updatedAt.localeCompare(left.updatedAt))[0] ?? null
  )
}

/** Said in English; in Chinese the name of the action says it. */
const failedWords = { post: 'Posting failed', reverse: 'Reversal in the ERP failed' } as const

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
  const isDirect = trouble.directUser !== ''
  const failed = isDirect ? { ...trouble, state: 'cancelledInErp' } : trouble
  const state = postingStates.find(({ value }) => value === trouble.state)
  const { zh } = postingActions[trouble.direction]
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={
        isDirect
          ? label(erpStates.cancelledInErp.label)
          : label({
              zh: `${zh}失败：${label(state?.label ?? trouble.state)}`,
              en: `${failedWords[trouble.direction]}: ${label(state?.label ?? trouble.state)}`,
            })
      }
      description={
        <>
          <div>
            {trouble.message === '' || trouble.message === null
              ? label({ zh: '详见 ERP 页签', en: 'See the tab ERP' })
              : trouble.message}
          </div>
          <div>{label(cureOf(failed, docNo))}</div>
        </>
      }
    />
  )
}
