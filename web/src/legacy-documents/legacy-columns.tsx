import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import {
  legacyFieldsOf,
  type LegacyField,
} from '@kufang/contract/legacy-documents/legacy-document.ts'
import type { LegacyFile } from '@kufang/contract/legacy-documents/legacy-import.ts'
import {
  legacyDateFormats,
  type LegacyDateFormat,
  type LegacyMapping,
} from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { listed, useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { legacyMessages } from './legacy-messages.ts'
import { fieldOfColumn, withField, withReading } from './legacy-state.ts'
import styles from './legacy.module.css'

interface ColumnsProps {
  file: LegacyFile
  mapping: LegacyMapping
  onChange: (mapping: LegacyMapping) => void
}

/** Which column of the file becomes which field, and how it is read. */
export function LegacyColumns({ file, mapping, onChange }: ColumnsProps): ReactNode {
  const t = useMessages(legacyMessages)
  const { label } = useLanguage()
  const fields = legacyFieldsOf(mapping.kind)
  const options = [
    { value: '', label: t('notTaken') },
    ...Object.entries(fields).map(([value, field]) => ({
      value,
      label: `${label(field.label)}${field.required ? ' *' : ''}`,
    })),
  ]
  return (
    <table className={styles.table} aria-label={t('columns')}>
      <thead>
        <tr>
          <th scope="col">{t('column')}</th>
          <th scope="col">{t('samples')}</th>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('reading')}</th>
        </tr>
      </thead>
      <tbody>
        {file.headers.map((header, index) => {
          const name = fieldOfColumn(mapping, header)
          return (
            <tr key={header} data-taken={name !== null}>
              <th scope="row">{header}</th>
              <td className={styles.samples}>{listed(file.samples[index] ?? [])}</td>
              <td>
                <Select<string>
                  className={styles.select}
                  aria-label={t('fieldOf', { column: header })}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={name ?? ''}
                  options={options}
                  onChange={(chosen) =>
                    onChange(
                      withField(
                        mapping,
                        file,
                        header,
                        chosen === '' ? null : (chosen as LegacyField),
                      ),
                    )
                  }
                />
              </td>
              <td>
                {name !== null && (
                  <Reading name={name} header={header} mapping={mapping} onChange={onChange} />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The form of dates, what becomes of unreadable values, and the translations that were made. */
function Reading(
  props: Omit<ColumnsProps, 'file'> & { name: LegacyField; header: string },
): ReactNode {
  const { name, header, mapping, onChange } = props
  const t = useMessages(legacyMessages)
  const { label } = useLanguage()
  const field = legacyFieldsOf(mapping.kind)[name]!
  const column = mapping.columns[name]!
  const count = Object.keys(column.values ?? {}).length
  const canBeEmpty = !field.required && !['text', 'reference'].includes(field.kind)
  return (
    <span className={styles.reading}>
      {field.kind === 'date' && (
        <Select<LegacyDateFormat>
          className={styles.select}
          aria-label={t('formatOf', { column: header })}
          value={column.dateFormat ?? 'yearFirst'}
          options={Object.entries(legacyDateFormats).map(([value, words]) => ({
            value: value as LegacyDateFormat,
            label: label(words),
          }))}
          onChange={(dateFormat) => onChange(withReading(mapping, name, { dateFormat }))}
        />
      )}
      {canBeEmpty && (
        <Select<'refuse' | 'empty'>
          className={styles.select}
          aria-label={t('unreadableOf', { column: header })}
          value={column.unreadable ?? 'refuse'}
          options={(['refuse', 'empty'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(unreadable) => onChange(withReading(mapping, name, { unreadable }))}
        />
      )}
      {count > 0 && (
        <Button
          size="small"
          aria-label={t('clear', { column: header })}
          title={t('clear', { column: header })}
          onClick={() => onChange(withReading(mapping, name, { values: {} }))}
        >
          {t('translated', { count })} ×
        </Button>
      )}
    </span>
  )
}
