import type { ReactNode } from 'react'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { queryDefinition } from '../declarations.ts'
import { DeclaredQuery } from './list/declared-query.tsx'
import { FigureQuery } from './list/figure-query.tsx'
import { DocumentList } from './list/document-list.tsx'
import { useSubject } from './document-switch.tsx'
import { HiddenSteps } from './hidden-steps.tsx'
import { PageFrame } from './frame/page-frame.tsx'

/** Query pages: documents or their lines, or a declared query. */
export default function QueryPage({ page }: { page: RegistryPage }): ReactNode {
  const { subject, chooser } = useSubject(page)
  const query = page.subject === 'query' ? queryDefinition(page.names[0] ?? '') : undefined
  return (
    <PageFrame
      path={page.path}
      titleExtra={chooser}
      actions={page.subject === 'document' && <HiddenSteps page={page} />}
    >
      {query !== undefined ? (
        query.figure === undefined ? (
          <DeclaredQuery query={query} path={page.path} />
        ) : (
          <FigureQuery query={query} figure={query.figure} path={page.path} />
        )
      ) : (
        subject !== undefined && (
          <DocumentList
            key={subject.definition.name}
            definition={subject.definition}
            page={subject.page}
            path={page.path}
          />
        )
      )}
    </PageFrame>
  )
}
