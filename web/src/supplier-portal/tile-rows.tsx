import type { ReactNode } from 'react'
import { rejectsReturn } from '@kufang/contract/acceptance/rejects-return.ts'
import { problemCauses } from '@kufang/contract/delivery/problem-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { SupplierTile } from '@kufang/contract/supplier-portal/supplier-home.ts'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { documentPath } from '../kit/document/document-path.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { goodsText } from '../kit/pages/list/goods-text.ts'
import type { ListedGoods } from '../kit/pages/list/goods-text.ts'
import { useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { countdownTo } from '../kit/fields/countdown.ts'
import styles from './supplier-home.module.css'
import { supplierMessages } from './supplier-messages.ts'

type Row = Readonly<Record<string, unknown>>

interface RowProps {
  row: Row
  /** The company's day. */
  today: string
}

/** Month and day of a date or an instant: lists show the year. */
const dayOf = (value: unknown): string => textOf(value).slice('2026-'.length, '2026-11-26'.length)

function goodsOf(row: Row): string {
  const goods = row['goods']
  return goods == null ? '' : goodsText(goods as ListedGoods)
}

/** A row of a tile: what it is about, and what comes next. */
export function TileRow({ name, row, today }: RowProps & { name: SupplierTile }): ReactNode {
  const Content = contents[name]
  return (
    <li>
      <Content row={row} today={today} />
    </li>
  )
}

function DocumentLink({ type, row }: { type: string; row: Row }): ReactNode {
  return <a href={`#${documentPath(type, textOf(row['id']))}`}>{textOf(row['docNo'])}</a>
}

function What({ children }: { children: string }): ReactNode {
  return (
    <span className={styles.what} title={children}>
      {children}
    </span>
  )
}

function Appointment({ row }: RowProps): ReactNode {
  return (
    <>
      <span className={styles.when}>
        {dayOf(row['etaDate'])} {textOf(row['appointmentSlot'])}
      </span>
      <DocumentLink type="delivery-note" row={row} />
      <What>{[textOf(row['unloadingPoint']), goodsOf(row)].filter(Boolean).join(' · ')}</What>
    </>
  )
}

function Problem({ row }: RowProps): ReactNode {
  const { label } = useLanguage()
  const cause = problemCauses[textOf(row['cause']) as keyof typeof problemCauses]
  return (
    <>
      <DocumentLink type="problem-document" row={row} />
      <What>
        {[cause === undefined ? '' : label(cause), goodsOf(row)].filter(Boolean).join(' · ')}
      </What>
    </>
  )
}

function Rejected({ row }: RowProps): ReactNode {
  const t = useMessages(supplierMessages)
  return (
    <>
      <DocumentLink type="rejected-goods" row={row} />
      <What>{goodsOf(row)}</What>
      <span className={styles.when}>
        {t('since', { when: dayOf(momentText(row['createdAt'])) })}
      </span>
    </>
  )
}

function ToFetch({ row }: RowProps): ReactNode {
  const { label } = useLanguage()
  const t = useMessages(supplierMessages)
  const settlements: Readonly<Record<string, Label>> = rejectsReturn.header.settlement.choices
  const settlement = settlements[textOf(row['settlement'])]
  return (
    <>
      <DocumentLink type="rejects-return" row={row} />
      <What>
        {[settlement === undefined ? '' : label(settlement), goodsOf(row)]
          .filter(Boolean)
          .join(' · ')}
      </What>
      <span className={styles.when}>
        {t('since', { when: dayOf(momentText(row['createdAt'])) })}
      </span>
    </>
  )
}

/** Until the supplier has to explain, or until what he promised. */
function Overdue({ row, today }: RowProps): ReactNode {
  const t = useMessages(supplierMessages)
  const waits = row['state'] === 'raised'
  const day = waits ? row['actBy'] : row['promisedDate']
  const countdown = countdownTo(parseLocalDate(today), day)
  const order = t('order', {
    no: textOf(row['purchaseOrderNo']),
    line: textOf(row['purchaseOrderLine']),
  })
  return (
    <>
      <a href={`#${documentPath('overdue-record', textOf(row['id']))}`}>{order}</a>
      <StateTag tone="late" label={t('overdueDays', { days: textOf(row['overdueDays']) })} />
      <span className={styles.below}>
        <What>{goodsOf(row)}</What>
        {countdown !== null && (
          <span className={styles.when} data-past={countdown.kind !== 'left'}>
            {t(waits ? 'answerBy' : 'promised', { date: dayOf(day) })}
            {' · '}
            {t(countdown.kind, { days: countdown.days })}
          </span>
        )}
      </span>
    </>
  )
}

/** Summed by material, so that it has no document. */
function Drawn({ row }: RowProps): ReactNode {
  return (
    <>
      <span className={styles.code}>{textOf(row['materialNo'])}</span>
      <What>{textOf(row['description'])}</What>
      <strong className={styles.amount}>
        {withUnit(numberText(textOf(row['quantity'])), row['unit'])}
      </strong>
    </>
  )
}

const contents: Record<SupplierTile, (props: RowProps) => ReactNode> = {
  appointments: Appointment,
  problems: Problem,
  overdue: Overdue,
  rejects: Rejected,
  toFetch: ToFetch,
  drawn: Drawn,
}
