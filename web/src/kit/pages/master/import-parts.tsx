import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { importRefusalsMax, type MasterImport } from '@kufang/contract/document/master-record.ts'
import { useLanguage } from '../../text/language.ts'
import { useMessages } from '../../text/messages.ts'
import { importMessages } from './import-messages.ts'
import { shownIn } from '../../workbook/table-cell.ts'
import { cellOfField, type ImportMapping, type ImportTable } from './import-table.ts'
import styles from './master.module.css'

interface Props {
  fields: Fields
  table: ImportTable
  mapping: ImportMapping
}

/** Which column of the file becomes which field, or which value it has in all rows. */
export function ImportColumns(
  props: Props & { definition: AnyMaster; onChange: (mapping: ImportMapping) => void },
): ReactNode {
  const { fields, table, mapping } = props
  const t = useMessages(importMessages)
  const { label } = useLanguage()
  const options = [
    { value: -1, label: t('none') },
    ...table.heads.flatMap((head, value) => (head === '' ? [] : [{ value, label: head }])),
  ]
  const [first] = table.rows
  const set = (name: string, from: ImportMapping[string] | null): void => {
    const { [name]: _old, ...others } = mapping
    props.onChange(from === null ? others : { ...others, [name]: from })
  }
  return (
    <table className={styles.table} aria-label={t('columns')}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('column')}</th>
          <th scope="col">{t('fixed')}</th>
          <th scope="col">{t('example')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(fields).map(([name, field]) => {
          const words = label(field.label)
          const from = mapping[name]
          const column = from !== undefined && 'column' in from ? from.column : -1
          return (
            <tr key={name}>
              <th scope="row">
                {words}
                {props.definition.fields[name]?.required === true && ' *'}
              </th>
              <td>
                <Select<number>
                  className={styles.select}
                  aria-label={t('columnOf', { field: words })}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={column}
                  options={options}
                  onChange={(chosen) => set(name, chosen < 0 ? null : { column: chosen })}
                />
              </td>
              <td>
                <Input
                  aria-label={t('fixedOf', { field: words })}
                  disabled={column >= 0}
                  value={from !== undefined && 'value' in from ? from.value : ''}
                  onChange={({ target: { value } }) => set(name, value === '' ? null : { value })}
                />
              </td>
              <td className={styles.sample}>{column < 0 ? '' : shownIn(first?.cells[column])}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Each refused cell with its content and the reason. */
export function ImportRefusals(props: Props & { answer: MasterImport }): ReactNode {
  const { fields, table, mapping, answer } = props
  const t = useMessages(importMessages)
  const { label } = useLanguage()
  const cellsOf = new Map(table.rows.map(({ line, cells }) => [line, cells]))
  return (
    <section aria-label={t('refusals')}>
      {answer.refusals.length >= importRefusalsMax && (
        <p>{t('shownOnly', { count: importRefusalsMax })}</p>
      )}
      <table className={styles.table} aria-label={t('refusals')}>
        <thead>
          <tr>
            <th scope="col">{t('cell')}</th>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('reason')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.refusals.map((refusal) => {
            const { line = 0, field = '', zh, en } = refusal
            const from = mapping[field]
            const content =
              from === undefined
                ? ''
                : 'column' in from
                  ? shownIn(cellsOf.get(line)?.[from.column])
                  : from.value
            const known = fields[field]
            return (
              <tr key={`${line} ${field} ${refusal.code}`}>
                <th scope="row">{cellOfField(mapping, field, line) ?? t('line', { line })}</th>
                <td>{known === undefined ? '' : label(known.label)}</td>
                <td className={styles.sample}>{content}</td>
                <td>{label({ zh, en })}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
