import type { ReactNode } from 'react'
import type { MissingPaper } from '@kufang/contract/document/missing-papers.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { documentPath, openDocument } from '../kit/document/document-path.ts'
import { countdownTo } from '../kit/fields/countdown.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import styles from './system.module.css'

const messages = defineMessages({
  line: { zh: '第 {line} 行', en: 'line {line}' },
  due: { zh: '{date} 前', en: 'by {date}' },
  late: { zh: '逾期 {days} 天', en: '{days} {days|day|days} overdue' },
  place: { zh: '{plant} / {storageLocation}', en: '{plant} / {storageLocation}' },
  who: { zh: '登记人 {name}', en: 'registered by {name}' },
  unit: { zh: '领料单位 {unit}', en: 'picking unit {unit}' },
})

/** Goods whose papers are overdue: number, line, goods, since when, who answers for them, and what to do. */
export function MissingPapers({ papers }: { papers: readonly MissingPaper[] }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  return (
    <ul className={styles.papers}>
      {papers.map((paper) => {
        const { documentType, documentId, documentNo, lineNo, plant, storageLocation } = paper
        const late = countdownTo(companyToday(), paper.dueDate)
        const goods = `${paper.materialNo} ${paper.description}`
        const people = [
          t('place', { plant, storageLocation }),
          t('who', { name: paper.registeredByName }),
          ...(paper.pickingUnit === '' ? [] : [t('unit', { unit: paper.pickingUnit })]),
        ].join(' · ')
        return (
          <li key={`${documentId} ${lineNo}`} className={styles.paper}>
            <span>
              {label(paper.documentLabel)}{' '}
              <a
                href={`#${documentPath(documentType, documentId)}`}
                onClick={(event) => {
                  event.preventDefault()
                  openDocument(documentType, documentId)
                }}
              >
                {documentNo}
              </a>{' '}
              {t('line', { line: lineNo })}
            </span>
            <span className={styles.cut} title={goods}>
              {goods}
            </span>
            <strong>{withUnit(numberText(paper.quantity), paper.unit)}</strong>
            <span>
              {t('due', { date: paper.dueDate })}{' '}
              {late !== null && <StateTag tone="late" label={t('late', { days: late.days })} />}
            </span>
            <span className={styles.cut} title={people}>
              {people}
            </span>
            <span>{label(paper.todo)}</span>
          </li>
        )
      })}
    </ul>
  )
}
