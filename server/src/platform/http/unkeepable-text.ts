import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses a body with texts that no database keeps: half a character (a lone surrogate) or the
 * character zero. No person can type them; left alone they would break statements far inside.
 */
export async function refuseUnkeepableText(request: FastifyRequest): Promise<void> {
  // Not recursive: a body may be nested deeper than calls can be.
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
