import { useQuery } from '@tanstack/react-query'
import { companyToday } from '@kufang/kernel/company-day.ts'
import type { ReactNode } from 'react'
import {
  proposalsMax,
  type ClassProposal,
  type TakenProposals,
} from '@kufang/contract/masters/class-board.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { api } from '../kit/api/client.ts'
import { approvalFields } from '../kit/approval/approval-fields.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { listed, useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import type { ChosenClass } from './class-tree.tsx'
import styles from './masters.module.css'

const messages = defineMessages({
  title: { zh: '按分类补齐属性：{name}', en: 'Complete attributes: {name}' },
  nothing: {
    zh: '该分类的物料没有可补齐的属性：分类没有规定，或物料已有自己的值',
    en: 'There is nothing to complete: the class says nothing, or the materials have values of their own',
  },
  help: {
    zh: '分类规定而物料没有的属性，共 {count} 个物料（一次最多 {limit} 个）。物料自己的值不会被覆盖；作为规则的属性须另一人批准后生效。',
    en: 'What the class says and {count} {count|material|materials} do not have (at most {limit} at once). Values of a material itself stay; rules count after somebody else has approved them.',
  },
  take: { zh: '提出变更', en: 'Change them' },
  material: { zh: '物料', en: 'Material' },
  change: { zh: '将补齐', en: 'Would become' },
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
  done: {
    zh: '已更新 {changed} 个物料，{requested} 个待批准',
    en: '{changed} changed, {requested} waiting for approval',
  },
  refused: { zh: '{count} 项未变更：{first}', en: '{count} not changed: {first}' },
})

/** What the class proposes for its materials, and taking it over. */
// oxlint-disable-next-line max-lines-per-function -- markup: one dialog with its table
export function ProposalsDialog(props: {
  chosen: ChosenClass
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { chosen } = props
  const t = useMessages(messages)
  const { label, language } = useLanguage()
  const { classCode } = chosen
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['class-proposals', classCode],
    queryFn: ({ signal }) =>
      api.post<ClassProposal[]>('/api/classification/proposals', { classCode }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const title = t('title', { name: withDetail(chosen.name, classCode) })
  if (data === undefined || data.length === 0)
    return (
      <Dialog isOpen title={title} onClose={props.onClose}>
        {data === undefined ? (
          <TabState error={error} isLoading={isLoading} onRetry={refetch} />
        ) : (
          <p>{t('nothing')}</p>
        )}
      </Dialog>
    )
  const wordsOf = (name: string, value: unknown): string => {
    const field: Field | undefined = (material.fields as Record<string, Field>)[name]
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return listed(value.map(String))
    const choice = field?.choices?.[String(value)]
    return choice === undefined ? String(value) : label(choice)
  }
  return (
    <FieldDialog
      title={title}
      actionText={t('take')}
      fields={approvalFields}
      initial={{ effectiveFrom: companyToday() }}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const body = {
          materialNos: data.map(({ materialNo }) => materialNo),
          approval: {
            reason: String(values['reason']),
            effectiveFrom: String(values['effectiveFrom']),
          },
        }
        const taken = await api.post<TakenProposals>('/api/classification/updateAttributes', body, {
          idempotencyKey: keys.of(body),
        })
        const { changed, requested } = taken
        if (changed + requested > 0) toast.success(t('done', { changed, requested }))
        const [first] = taken.refusals
        if (first !== undefined)
          toast.warning(
            t('refused', {
              count: taken.refusals.length,
              first: `${first.materialNo} ${first[language]}`,
            }),
          )
        props.onDone()
      }}
    >
      <p>{t('help', { count: data.length, limit: proposalsMax })}</p>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th>{t('material')}</th>
            <th>{t('change')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ materialNo, description, changes }) => (
            <tr key={materialNo}>
              <td>{withDetail(description, materialNo)}</td>
              <td>
                {listed(
                  changes.map(({ field, after, from }) => {
                    const { label: name } = (material.fields as Record<string, Field>)[field]!
                    return `${label(name)} ${wordsOf(field, after)}（${from}）`
                  }),
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FieldDialog>
  )
}
