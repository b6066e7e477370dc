import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses a body with texts PostgreSQL cannot store: a lone surrogate or the character zero. Users cannot type them;
 * without this check statements would fail later.
 */
export async function refuseUnkeepableText(request: FastifyRequest): Promise<void> {
  // Not recursive, because a body may be nested deeper than the call stack.
  const open: unknown[] = [request.body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') {
      if (!isKeepable(value)) throw refuse('body-invalid')
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (!isKeepable(name)) throw refuse('body-invalid')
        open.push(inner)
      }
    }
  }
}

const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
