import type { ReactNode } from 'react'
import { documentDefinition } from '../declarations.ts'
import { DocumentView } from '../document/view/document-view.tsx'
import { useDocumentTitle } from '../document/view/use-document-title.ts'
import { usePageLocation } from '../tab/page-location.ts'
import { useTab } from '../tab/tab-context.ts'
import styles from './frame/pages.module.css'

/** A document in its own tab, with its number as the tab's title. */
export default function DocumentPage({ name }: { name: string }): ReactNode {
  const { id = '' } = usePageLocation().params
  const { close } = useTab()
  const definition = documentDefinition(name)
  useDocumentTitle(name, id)
  if (definition === undefined) return null
  return (
    <div className={styles.page}>
      <DocumentView isPage definition={definition} id={id} onGone={close} />
    </div>
  )
}
