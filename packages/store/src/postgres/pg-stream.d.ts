// A file of `pg` that its types leave out. It is loaded for what it does; nothing of it is used.
declare module 'pg/lib/stream' {}
