import { Alert } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Preview } from '@kufang/contract/document/api.ts'
import { listed, useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { summedPostings } from '../summed-postings.ts'
import { holdRows, moveRows } from './check-rows.ts'
import { CheckTable } from './check-table.tsx'

const messages = defineMessages({
  moves: { zh: '库存将发生的变化', en: 'What will change in stock' },
  held: { zh: '将为此单占用的库存', en: 'Stock that will be held for it' },
  released: { zh: '将释放的占用', en: 'Holds that will be released' },
  noMoves: { zh: '不改变库存数量和占用', en: 'Neither quantities nor holds change' },
  onlyHolds: { zh: '库存数量不变，占用如下', en: 'No quantity changes; holds change as follows' },
  post: {
    zh: '将向 ERP 过账 {items} 行，移动类型 {types}，过账日期 {date}',
    en: 'The ERP will be told of {items} {items|item|items}, movement type {types}, posting date {date}',
  },
  later: {
    zh: '过账成功后由系统继续：{steps}',
    en: 'After it is posted the system continues with: {steps}',
  },
  laterStep: { zh: '{step}（移动类型 {types}）', en: '{step} (movement type {types})' },
  warning: { zh: '{no}第 {lines} 行：请注意', en: '{no}Line {lines}: please note' },
  reverse: {
    zh: '将在 ERP 冲销 {items} 行，移动类型 {types}，过账日期 {date}',
    en: 'In the ERP {items} {items|item|items} will be reversed, movement type {types}, posting date {date}',
  },
})

/** What should be known before confirming, with the lines by which it comes. */
export function PreviewWarnings({ previews, numbers = [] }: PreviewTableProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  return previews.flatMap(({ warnings }, document) =>
    warnings.map(({ lines, text }, index) => (
      <Alert
        key={`${document} ${index}`}
        type="warning"
        showIcon
        style={{ marginBottom: 8 }}
        title={t('warning', {
          no: previews.length > 1 ? `${numbers[document] ?? ''} ` : '',
          lines: listed(lines.map(String)),
        })}
        description={label(text)}
      />
    )),
  )
}

interface PreviewTableProps {
  previews: readonly Preview[]
  /** The document numbers, one per preview, if there are several. */
  numbers?: readonly string[]
}

/** The ERP postings, one sentence per kind. */
export function PreviewPostings({ previews }: { previews: readonly Preview[] }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const later = new Set(
    previews.flatMap(({ laterSteps }) =>
      laterSteps.map((step) =>
        t('laterStep', { step: label(step.label), types: step.movementTypes }),
      ),
    ),
  )
  return summedPostings(previews).map((posting, index) => (
    <Alert
      key={`${posting.direction} ${index}`}
      type="info"
      showIcon
      style={{ marginBottom: 8 }}
      title={t(posting.direction, {
        items: posting.items,
        types: posting.types,
        date: posting.date,
      })}
      description={later.size > 0 && t('later', { steps: listed([...later]) })}
    />
  ))
}

/** The effect of an action on the stock: quantities by key, and holds placed or released. */
export function PreviewTable({ previews, numbers = [] }: PreviewTableProps): ReactNode {
  const t = useMessages(messages)
  const moves = useMemo(() => moveRows(previews, numbers), [previews, numbers])
  const held = useMemo(() => holdRows(previews, numbers, false), [previews, numbers])
  const released = useMemo(() => holdRows(previews, numbers, true), [previews, numbers])
  const hasHolds = held.length > 0 || released.length > 0
  return (
    <>
      {moves.length > 0 ? (
        <CheckTable title={t('moves')} rows={moves} />
      ) : (
        <p>{hasHolds ? t('onlyHolds') : t('noMoves')}</p>
      )}
      {held.length > 0 && <CheckTable title={t('held')} rows={held} />}
      {released.length > 0 && <CheckTable title={t('released')} rows={released} />}
    </>
  )
}
