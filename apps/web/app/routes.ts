import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('login', 'routes/public/login.tsx'),
    route('register', 'routes/public/register.tsx'),
    route('forgot-password', 'routes/public/forgot-password.tsx'),
    route('reset-password', 'routes/public/reset-password.tsx'),
    route('verify-email', 'routes/public/verify-email.tsx'),
    route('confirm-address', 'routes/public/confirm-address.tsx'),
    route('restore', 'routes/public/restore.tsx'),
    route('unsubscribe', 'routes/public/unsubscribe.tsx'),
    route('privacy-policy', 'routes/public/privacy-policy.tsx'),
    route('terms-of-service', 'routes/public/terms-of-service.tsx'),
    route('blog', 'routes/public/blog.tsx'),
    route('blog/category/:slug', 'routes/public/blog-category.tsx'),
    route('blog/:slug', 'routes/public/blog-post.tsx'),
    route('*', 'routes/public/not-found.tsx'),
  ]),
  layout('routes/app/layout.tsx', [
    layout('routes/app/page-errors.tsx', [
      route('dashboard', 'routes/app/dashboard.tsx'),
      route('filtered-emails', 'routes/app/filtered-emails.tsx'),
      route('activity', 'routes/app/activity.tsx'),
      route('accounts', 'routes/app/accounts.tsx'),
      route('filter-settings', 'routes/app/filter-settings.tsx'),
      route('account-settings', 'routes/app/account-settings.tsx'),
      route('billing', 'routes/app/billing.tsx'),
      route('billing/receipts/:id', 'routes/app/receipt.tsx'),
      layout('routes/admin/layout.tsx', [
        route('admin', 'routes/admin/panel.tsx'),
        route('admin/queue', 'routes/admin/queue.tsx'),
        route('admin/audit', 'routes/admin/audit.tsx'),
        route('admin/content', 'routes/admin/content.tsx'),
        route('admin/content/:id', 'routes/admin/content-editor.tsx'),
      ]),
    ]),
  ]),
  route('blog/rss.xml', 'routes/public/rss.ts'),
  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),
  route('dev/gallery', 'routes/dev/gallery.tsx'),
] satisfies RouteConfig
