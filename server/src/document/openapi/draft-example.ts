import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { Schema } from '../../platform/openapi/open-api.ts'
import { enteredFields } from './document-schemas.ts'
import { fieldSchema } from './field-schema.ts'

const source = { id: '0199f3c2-6f0a-7c11-9d54-2f6a3b1c8e10', lineNo: 1 }

/** An example of header and lines of a draft: what is required, from a line of the predecessor if it has one. */
export function draftExample(definition: AnyDocument): {
  header: Record<string, unknown>
  lines: Record<string, unknown>[]
} {
  const { header, lines } = enteredFields(definition)
  const hasSource = definition.source !== undefined
  return {
    header: requiredOf(header),
    lines: [{ ...(hasSource ? { source } : {}), ...requiredOf(lines) }],
  }
}

function requiredOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { required }]) => required)
      .map(([name, field]) => {
        const { examples } = fieldSchema(field, 'entered', true) as Schema & {
          examples: readonly unknown[]
        }
        return [name, examples[0]]
      }),
  )
}
