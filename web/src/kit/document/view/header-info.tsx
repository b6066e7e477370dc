import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { FieldForm } from '../../fields/field-form.tsx'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { headerFields } from '../document-fields.ts'
import styles from '../document.module.css'

const messages = defineMessages({
  title: { zh: '单据信息', en: 'Header' },
  empty: { zh: '显示 {count} 个空字段', en: 'Show {count} empty {count|field|fields}' },
  fold: { zh: '收起空字段', en: 'Hide empty fields' },
})

/** Shown in the head as tags and number. */
const inHead: ReadonlySet<string> = new Set(['docNo', 'state', 'erpState'])

/** Splits the header fields into filled and empty ones, which are collapsed. */
export function splitHeader(
  definition: AnyDocument,
  header: Row,
): { filled: Record<string, Field>; empty: Record<string, Field> } {
  const fields = Object.entries(headerFields(definition)).filter(
    // Omit empty fields set by the server, such as a reversal reason, because users cannot fill them.
    ([name, field]) => !inHead.has(name) && !(field.by === 'server' && isEmptyValue(header[name])),
  )
  const isFilled = ([name]: [string, Field]): boolean => !isEmptyValue(header[name])
  return {
    filled: Object.fromEntries(fields.filter(isFilled)),
    empty: Object.fromEntries(fields.filter((field) => !isFilled(field))),
  }
}

/** The header fields of a document; empty fields are collapsed. */
export function HeaderInfo(props: { definition: AnyDocument; header: Row }): ReactNode {
  const { definition, header } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { filled, empty } = splitHeader(definition, header)
  const count = Object.keys(empty).length
  return (
    <section aria-label={label(messages.title)}>
      <h3 className={styles.part}>
        {t('title')}
        {count > 0 && (
          <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('fold') : t('empty', { count })}
          </Button>
        )}
      </h3>
      <FieldForm
        fields={isOpen ? { ...filled, ...empty } : filled}
        values={header}
        readOnly="all"
      />
    </section>
  )
}
