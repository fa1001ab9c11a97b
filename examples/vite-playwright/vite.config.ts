import { forgery } from 'forgery/vite'
import { defineConfig } from 'vite'

// Without a seed the plugin reads forgery.yaml, and begins again whenever that changes.
export default defineConfig({ plugins: [forgery()] })
