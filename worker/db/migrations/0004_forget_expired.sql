CREATE INDEX `link_intents_expires` ON `link_intents` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);