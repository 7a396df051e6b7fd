DROP INDEX `webhook_deliveries_next`;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_next` ON `webhook_deliveries` (`endpoint_id`,`next_attempt_at`,`sequence`) WHERE status = 'pending';