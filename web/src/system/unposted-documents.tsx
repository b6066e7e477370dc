import type { ReactNode } from 'react'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import type { UnpostedDocument } from '@kufang/contract/stock/posting-period.ts'
import { documentPath, openDocument } from '../kit/document/document-path.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import styles from './system.module.css'

const messages = defineMessages({
  unposted: {
    zh: '有 {count} 张单据未过账。请先过账；留待以后处理的，在关闭申请中勾选并说明原因：',
    en: '{count} {count|document is|documents are} not posted. Post them first; to leave them for later, say so in the request with a reason:',
  },
  place: { zh: '{plant} / {storageLocation} · {who}', en: '{plant} / {storageLocation} · {who}' },
})

/** What has moved in a month and is not in the ERP's books: number, day, state, place and person; nothing if all is posted. */
export function UnpostedDocuments({
  documents,
}: {
  documents: readonly UnpostedDocument[]
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  if (documents.length === 0) return null
  return (
    <>
      <p className={styles.blocked}>{t('unposted', { count: documents.length })}</p>
      <ul className={styles.papers}>
        {documents.map((one) => {
          const { documentType, documentId, documentNo, plant, storageLocation } = one
          const { tone, label: state } = erpStates[one.erpState]
          return (
            <li key={documentId} className={styles.paper}>
              <span>
                {label(one.documentLabel)}{' '}
                <a
                  href={`#${documentPath(documentType, documentId)}`}
                  onClick={(event) => {
                    event.preventDefault()
                    openDocument(documentType, documentId)
                  }}
                >
                  {documentNo}
                </a>
              </span>
              <span>{one.documentDate}</span>
              <StateTag tone={tone} label={label(state)} />
              <span className={styles.cut}>
                {t('place', { plant, storageLocation, who: one.createdByName })}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
