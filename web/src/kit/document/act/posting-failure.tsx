import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { ErpMessageRow } from '@kufang/contract/document/api.ts'
import { useLanguage } from '../../text/language.ts'
import { documentApi } from '../document-api.ts'
import { postingStates } from '../posting-states.ts'

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

/** Why the ERP rejected the document's posting, in the ERP's own words, above all other content. */
export function PostingFailure({ name, id }: { name: string; id: string }): ReactNode {
  const { label } = useLanguage()
  const { data } = useQuery({
    queryKey: ['document', name, id, 'erp'],
    queryFn: ({ signal }) => documentApi.erp(name, id, signal),
  })
  const trouble = troubleOf(data ?? [])
  if (trouble === null) return null
  const state = postingStates.find(({ value }) => value === trouble.state)
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={label({
        zh: `过账失败：${label(state?.label ?? trouble.state)}`,
        en: `Posting failed: ${label(state?.label ?? trouble.state)}`,
      })}
      description={
        trouble.message === '' || trouble.message === null
          ? label({ zh: '详见 ERP 页签', en: 'See the tab ERP' })
          : trouble.message
      }
    />
  )
}
