import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, theme as antdTheme } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import type { Investigation, Suspect, Suspicion } from '@kufang/contract/stocktake/investigation.ts'
import { api } from '../kit/api/client.ts'
import { indexedDocument } from '../kit/declarations.ts'
import { openDocument } from '../kit/document/document-path.ts'
import type { BesideSlotProps } from '../kit/document/slots.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { momentText } from '../kit/fields/moment-text.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import styles from '../kit/grid/small-table.module.css'

const messages = defineMessages({
  title: { zh: '差异线索：先查这些单据', en: 'What may explain the differences' },
  line: { zh: '行', en: 'Line' },
  goods: { zh: '物料', en: 'Material' },
  difference: { zh: '差异', en: 'Difference' },
  suspicion: { zh: '线索', en: 'Clue' },
  document: { zh: '单据', en: 'Document' },
  quantity: { zh: '数量', en: 'Quantity' },
  at: { zh: '时间', en: 'When' },
  none: {
    zh: '没有未过账、在办或占用的单据，快照后也没有出入',
    en: 'No document is unposted, under way or holding; nothing moved since the snapshot',
  },
  book: {
    zh: '{bin} · 快照 {book}，清点前出入 {moved}',
    en: '{bin} · snapshot {book}, moved before the count {moved}',
  },
  notReadable: { zh: '您没有查看该单据的权限', en: 'You may not open this document' },
})

const suspicions = {
  unposted: { label: { zh: '未过账', en: 'Unposted' }, tone: 'failed' },
  underWay: { label: { zh: '在办', en: 'Under way' }, tone: 'active' },
  holds: { label: { zh: '占用', en: 'Holds' }, tone: 'waiting' },
  movedSince: {
    label: { zh: '快照后出入（已计入）', en: 'Moved since (reckoned in)' },
    tone: 'draft',
  },
} as const satisfies Record<Suspicion, { label: { zh: string; en: string }; tone: string }>

/** The papers that may explain each difference, with one press to each; plain, so that nothing of it is truncated. */
export function InvestigationPanel({ definition, document: shown }: BesideSlotProps): ReactNode {
  const { header } = shown
  const t = useMessages(messages)
  const { token } = antdTheme.useToken()
  const version = useEntityVersion('stock')
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', definition.name, header.id, 'investigation', header.version, version],
    queryFn: ({ signal }) =>
      api.get<Investigation>(`/api/stocktake/investigation/${header.id}`, { signal }),
    // Stock changes all the time: what is read stays until the next answer, so that nothing around it moves.
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} empty={t('none')} />
  // A blind count shows nothing before all of it is counted.
  if (data.lines.length === 0) return null
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  return (
    <table className={styles.table} style={colours as CSSProperties}>
      <caption>{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('line')}</th>
          <th scope="col">{t('goods')}</th>
          <th scope="col" className={styles.number}>
            {t('difference')}
          </th>
          <th scope="col">{t('suspicion')}</th>
          <th scope="col">{t('document')}</th>
          <th scope="col" className={styles.number}>
            {t('quantity')}
          </th>
          <th scope="col">{t('at')}</th>
        </tr>
      </thead>
      <tbody>
        {data.lines.flatMap((line) => {
          const rows = Math.max(line.suspects.length, 1)
          const cells = (
            <>
              <td rowSpan={rows}>{line.lineNo}</td>
              <td rowSpan={rows}>
                <strong>{line.materialNo}</strong> {line.description}
                <div className={styles.quiet}>
                  {t('book', {
                    bin: line.bin,
                    book: withUnit(numberText(line.quantity), line.unit),
                    moved: withUnit(numberText(line.movedQuantity), line.unit),
                  })}
                </div>
              </td>
              <td rowSpan={rows} className={styles.number}>
                {withUnit(numberText(line.differenceQuantity), line.unit)}
              </td>
            </>
          )
          if (line.suspects.length === 0)
            return [
              <tr key={line.lineNo}>
                {cells}
                <td colSpan={4} className={styles.quiet}>
                  {t('none')}
                </td>
              </tr>,
            ]
          return line.suspects.map((suspect, index) => (
            <tr key={`${line.lineNo} ${suspect.documentId}`}>
              {index === 0 && cells}
              <SuspectCells suspect={suspect} unit={line.unit} />
            </tr>
          ))
        })}
      </tbody>
    </table>
  )
}

function SuspectCells({ suspect, unit }: { suspect: Suspect; unit: string }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { documentType, documentId, documentNo, isReadable } = suspect
  const kind = indexedDocument(documentType)
  const { tone, label: words } = suspicions[suspect.suspicion]
  return (
    <>
      <td>
        <StateTag tone={tone} label={words} />
      </td>
      <td>
        {kind !== undefined && `${label(kind.label)} `}
        {isReadable ? (
          <Button
            type="link"
            size="small"
            className={styles.link}
            onClick={() => openDocument(documentType, documentId)}
          >
            {documentNo}
          </Button>
        ) : (
          <span title={t('notReadable')}>{documentNo}</span>
        )}
      </td>
      <td className={styles.number}>{withUnit(numberText(suspect.quantity), unit)}</td>
      <td className={styles.day}>{momentText(suspect.at)}</td>
    </>
  )
}
