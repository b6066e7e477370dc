import { Select } from 'antd'
import type { ReactNode } from 'react'
import { erpStates, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { erpStateEvent, type WebhookReceiver } from '@kufang/contract/document/webhook.ts'
import { indexedDocument, indexedDocuments, useDocumentDefinition } from '../kit/declarations.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './system.module.css'

const messages = defineMessages({
  documents: {
    zh: '推送的单据（空为全部，SAP 单据须选定）',
    en: 'Documents sent (empty: all but those of SAP, which are chosen)',
  },
  states: {
    zh: '{document}的状态（空为全部，过账状态须选定）',
    en: 'States of {document} (empty: all but posting states, which are chosen)',
  },
  erpState: { zh: '过账状态：{state}', en: 'Posting state: {state}' },
})

const postingStates = Object.keys(erpStates) as ErpState[]

type Wanted = WebhookReceiver['documents']

/** The document types a receiver wants, and of each the states. */
export function WebhookStates(props: {
  value: Wanted
  onChange: (wanted: Wanted) => void
}): ReactNode {
  const { value, onChange } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const names = Object.keys(value)
  return (
    <div className={styles.wantedStates}>
      <span>{t('documents')}</span>
      <Select<string[]>
        aria-label={t('documents')}
        mode="multiple"
        style={{ width: '100%' }}
        value={names}
        showSearch={{ optionFilterProp: 'label' }}
        options={indexedDocuments.map((document) => ({
          value: document.name,
          label: label(document.label),
        }))}
        onChange={(chosen) =>
          onChange(Object.fromEntries(chosen.map((name) => [name, value[name] ?? []])))
        }
      />
      {names.map((name) => (
        <StatesOf
          key={name}
          name={name}
          value={value[name] ?? []}
          onChange={(states) => onChange({ ...value, [name]: states })}
        />
      ))}
    </div>
  )
}

function StatesOf(props: {
  name: string
  value: readonly string[]
  onChange: (states: string[]) => void
}): ReactNode {
  const { name, value, onChange } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  // Its states are known once its area is loaded.
  const definition = useDocumentDefinition(name)
  const document = label(indexedDocument(name)?.label ?? { zh: name, en: name })
  const words = t('states', { document })
  return (
    <>
      <span>{words}</span>
      <Select<string[]>
        aria-label={words}
        mode="multiple"
        style={{ width: '100%' }}
        value={[...value]}
        loading={definition === undefined}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          ...Object.entries(definition?.states ?? {}).map(([state, declared]) => ({
            value: state,
            label: label(declared.label),
          })),
          ...(definition?.isMirror === true ? [] : postingStates).map((state) => ({
            value: erpStateEvent(state),
            label: t('erpState', { state: label(erpStates[state].label) }),
          })),
        ]}
        onChange={onChange}
      />
    </>
  )
}
