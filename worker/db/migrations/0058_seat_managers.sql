ALTER TABLE `claims` ADD `manages_seats` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `gifts` ADD `manages_seats` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `seat_pools` ADD `take_first` text;