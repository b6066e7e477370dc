import { useParams } from 'react-router'
import type { ReactNode } from 'react'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { DocumentView } from '../document/view/document-view.tsx'
import { useDocumentTitle } from '../document/view/use-document-title.ts'
import { useTab } from '../tab/tab-context.ts'
import { useLanguage } from '../text/language.ts'
import styles from './pages.module.css'

/** A document in its own tab, with its number as the tab's title. */
export default function DocumentPage(): ReactNode {
  const { name = '', id = '' } = useParams()
  const { label } = useLanguage()
  const { close } = useTab()
  const definition = documentDefinition(name)
  useDocumentTitle(name, id)
  if (definition === undefined) {
    return <p>{label({ zh: `没有单据类型 ${name}`, en: `There is no document type ${name}` })}</p>
  }
  return (
    <div className={styles.page}>
      <DocumentView isPage definition={definition} id={id} onGone={close} />
    </div>
  )
}
