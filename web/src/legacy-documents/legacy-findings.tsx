import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import {
  legacyFieldsOf,
  type LegacyField,
} from '@kufang/contract/legacy-documents/legacy-document.ts'
import type {
  LegacyCheck,
  UnknownLegacyValue,
} from '@kufang/contract/legacy-documents/legacy-import.ts'
import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { ReferencePicker } from '../kit/fields/reference-picker.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { legacyMessages } from './legacy-messages.ts'
import { mayBeLeftEmpty, withMeaning } from './legacy-state.ts'
import styles from './legacy.module.css'

interface FindingsProps {
  check: LegacyCheck
  companyCode: string
  mapping: LegacyMapping
  onChange: (mapping: LegacyMapping) => void
}

/** How many rows an import would make, change and refuse. */
export function LegacyCounts({ check }: Pick<FindingsProps, 'check'>): ReactNode {
  const t = useMessages(legacyMessages)
  return (
    <span role="status" className={styles.counts}>
      {t('counts', {
        rows: check.rowCount,
        added: check.newCount,
        changed: check.changedCount,
        same: check.sameCount,
        refused: check.refusedCount,
        emptied: check.emptiedCount,
      })}
    </span>
  )
}

/** Which values are to be translated, what is wrong with which cell, and the first rows that are right. */
export function LegacyFindings(props: FindingsProps): ReactNode {
  const { check } = props
  const place = useRef<HTMLDivElement>(null)
  // The columns may fill the window, so what was found is brought into view.
  useEffect(() => place.current?.scrollIntoView({ block: 'start' }), [check])
  return (
    <div ref={place} className={styles.part}>
      {check.unknown.length > 0 && <Translations {...props} />}
      {check.problems.length > 0 && <Problems {...props} />}
      {check.preview.length > 0 && <Preview {...props} />}
    </div>
  )
}

/** Suppliers, materials and others that are not known here: their codes, proposed where a name is known. */
function Translations({ check, companyCode, mapping, onChange }: FindingsProps): ReactNode {
  const t = useMessages(legacyMessages)
  const { label } = useLanguage()
  const fields = legacyFieldsOf(mapping.kind)
  const meaningOf = ({ field, value }: UnknownLegacyValue): string | null =>
    mapping.columns[field]?.values?.[value] ?? null
  // Of a fixed value the value itself is corrected.
  const open = check.unknown.filter(({ field }) => mapping.columns[field] !== undefined)
  const proposed = open.filter((one) => one.proposed !== null && meaningOf(one) === null)
  return (
    <section aria-label={t('translations')} className={styles.part}>
      <h2 className={styles.head}>
        {t('translations')}
        {proposed.length > 0 && (
          <Button
            onClick={() =>
              onChange(
                proposed.reduce(
                  (next, one) => withMeaning(next, one.field, one.value, one.proposed),
                  mapping,
                ),
              )
            }
          >
            {t('propose', { count: proposed.length })}
          </Button>
        )}
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('times')}</th>
            <th scope="col">{t('code')}</th>
          </tr>
        </thead>
        <tbody>
          {open.map((one) => {
            const field = fields[one.field]!
            return (
              <tr key={`${one.field} ${one.value}`}>
                <td>{label(field.label)}</td>
                <th scope="row">{one.value}</th>
                <td className={styles.number}>{one.count}</td>
                <td>
                  {field.master !== undefined && (
                    <span className={styles.choice}>
                      <ReferencePicker
                        master={field.master}
                        value={meaningOf(one)}
                        ariaLabel={t('codeOf', { value: one.value })}
                        {...(field.master === 'plant' && { narrow: { companyCode } })}
                        onChange={(code) =>
                          onChange(withMeaning(mapping, one.field, one.value, code))
                        }
                      />
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Each refused cell, with its row and column. */
function Problems({ check, mapping, onChange }: FindingsProps): ReactNode {
  const t = useMessages(legacyMessages)
  const { label } = useLanguage()
  const { problems, problemCount: count } = check
  const title =
    problems.length < count ? t('problemsShown', { shown: problems.length, count }) : t('problems')
  return (
    <section aria-label={t('problems')} className={styles.part}>
      <h2 className={styles.head}>{title}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => {
            const { line, field, column, value, code } = problem
            return (
              <tr key={`${line} ${field} ${code}`}>
                <td className={styles.number}>{line}</td>
                <td>{column}</td>
                <td>{value === '' ? '–' : value}</td>
                <td>
                  {label(problem)}
                  {value !== '' && mayBeLeftEmpty(mapping, problem) && (
                    <Button
                      size="small"
                      className={styles.beside ?? ''}
                      onClick={() =>
                        onChange(withMeaning(mapping, field as LegacyField, value, ''))
                      }
                    >
                      {t('leaveEmpty')}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** The first rows as they would be stored. */
function Preview({ check, mapping }: FindingsProps): ReactNode {
  const t = useMessages(legacyMessages)
  const { label } = useLanguage()
  const rows = check.preview.slice(0, 5)
  const title = t('preview', { count: rows.length })
  const fields = Object.entries(legacyFieldsOf(mapping.kind)).filter(([name]) =>
    rows.some(({ values }) => (values[name] ?? null) !== null),
  )
  return (
    <section aria-label={title} className={styles.part}>
      <h2 className={styles.head}>{title}</h2>
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              {fields.map(([name, field]) => (
                <th key={name} scope="col">
                  {label(field.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, values }) => (
              <tr key={line}>
                <td className={styles.number}>{line}</td>
                {fields.map(([name]) => (
                  <td key={name}>{values[name] ?? '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
