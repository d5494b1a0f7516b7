import type { Implement } from '../../platform/http/implement.ts'
import { listModels, type ModelDeps, requestModel } from './service.ts'

export function modelRoutes(implement: Implement, deps: ModelDeps) {
  implement('GET /ai/models/', () => listModels(deps))
  implement('POST /ai/models/', ({ principal, body }) => requestModel(deps, principal, body.name))
}
