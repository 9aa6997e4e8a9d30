// A library: books, members and a table view.
#import <Foundation/Foundation.h>
#import "Library.h"
#include <stdio.h>
#define LIMIT 3
@class Member;

typedef NS_ENUM(NSInteger, Kind) {
    KindNovel,
    KindScience = 5,
};

@protocol Lendable <NSObject>
@required
- (BOOL)lendTo:(Member *)member error:(NSError **)error;
@optional
- (void)returned;
@end

@interface Book : NSObject <Lendable, NSCopying>
@property (nonatomic, copy) NSString *title;
@property (nonatomic, strong, nullable) Member *reader;
@property (nonatomic, assign) NSInteger year;
@property (nonatomic, readonly) BOOL lent;
- (instancetype)initWithTitle:(NSString *)title year:(NSInteger)year;
+ (instancetype)bookNamed:(NSString *)title;
@end

@interface Member : NSObject {
    @private
    NSMutableArray<Book *> *_books;
    int _fines;
}
@property (nonatomic, weak) id<Lendable> favourite;
@property (nonatomic) NSString *name;
- (void)addBook:(Book *)book;
- (NSUInteger)count;
@end

@implementation Book

@synthesize title = _title;

- (instancetype)initWithTitle:(NSString *)title year:(NSInteger)year {
    self = [super init];
    if (self) {
        _title = [title copy];
        _year = year;
    }
    return self;
}

+ (instancetype)bookNamed:(NSString *)title {
    return [[self alloc] initWithTitle:title year:0];
}

- (BOOL)lent {
    return self.reader != nil;
}

- (BOOL)lendTo:(Member *)member error:(NSError **)error {
    if (self.lent || member.count >= LIMIT) {
        if (error) {
            *error = [NSError errorWithDomain:@"library" code:1 userInfo:@{@"book": self.title}];
        }
        return NO;
    }
    self.reader = member;
    [member addBook:self];
    return YES;
}

- (void)returned {
    self.reader = nil;
}

- (id)copyWithZone:(NSZone *)zone {
    Book *other = [[Book allocWithZone:zone] initWithTitle:_title year:_year];
    return other;
}

- (NSString *)description {
    return [NSString stringWithFormat:@"\"%@\" (%ld), it's %@", _title, (long)_year, self.lent ? @"lent" : @"here"];
}

@end

@implementation Member

- (instancetype)init {
    if ((self = [super init])) {
        _books = [NSMutableArray array];
        _fines = 0;
    }
    return self;
}

- (void)addBook:(Book *)book {
    @synchronized (self) {
        [_books addObject:book];
    }
}

- (NSUInteger)count {
    return _books.count;
}

- (NSArray *)titles {
    NSMutableArray *titles = [NSMutableArray new];
    for (Book *book in _books) {
        if (book.title.length < 1) continue;
        [titles addObject:book.title];
    }
    return [titles sortedArrayUsingComparator:^NSComparisonResult(NSString *a, NSString *b) {
        return [a compare:b];
    }];
}

- (void)dealloc {
    NSLog(@"%@ leaves", self.name);
}

@end

@interface Shelf : NSObject
@property (nonatomic, strong) NSDictionary<NSString *, Book *> *books;
@end

@implementation Shelf

- (void)search:(NSString *)word then:(void (^)(NSArray *found))block {
    __weak Shelf *weakSelf = self;
    dispatch_async(dispatch_get_main_queue(), ^{
        Shelf *shelf = weakSelf;
        NSMutableArray *found = [@[] mutableCopy];
        [shelf.books enumerateKeysAndObjectsUsingBlock:^(NSString *key, Book *book, BOOL *stop) {
            if ([key rangeOfString:word].location != NSNotFound) {
                [found addObject:book];
            }
            *stop = found.count > 10;
        }];
        block(found);
    });
}

- (double)average {
    double sum = 0;
    NSUInteger n = 0;
    for (NSString *key in self.books) {
        sum += self.books[key].year;
        n++;
    }
    return n == 0 ? 0.0 : sum / n;
}

- (NSInteger)numberOfRowsInSection:(NSInteger)section {
    switch (section) {
        case KindNovel:
            return [self.books count];
        case KindScience:
            return 1;
        default:
            break;
    }
    return 0;
}

- (BOOL)responds:(id)object {
    return [object respondsToSelector:@selector(lendTo:error:)] && [object conformsToProtocol:@protocol(Lendable)];
}

@end

static int gcd(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static unsigned long fibonacci(int n) {
    unsigned long a = 0, b = 1;
    for (int i = 0; i < n; i++) {
        unsigned long next = a + b;
        a = b;
        b = next;
    }
    return a;
}

static BOOL isPrime(NSInteger n) {
    if (n < 2) {
        return NO;
    }
    for (NSInteger d = 2; d * d <= n; d++) {
        if (n % d == 0) return NO;
    }
    return YES;
}

int main(int argc, char *argv[]) {
    @autoreleasepool {
        Member *ann = [[Member alloc] init];
        ann.name = @"Ann";
        NSArray *names = @[@"Emma", @"Ulysses", @"Dune", @"SICP"];
        NSMutableDictionary *books = [NSMutableDictionary dictionary];
        for (NSUInteger i = 0; i < names.count; i++) {
            Book *book = [Book bookNamed:names[i]];
            book.year = 1900 + (i << 2);
            books[names[i]] = book;
            NSError *error = nil;
            if (![book lendTo:ann error:&error]) {
                NSLog(@"no: %@", error.localizedDescription);
            }
        }
        Shelf *shelf = [Shelf new];
        shelf.books = [books copy];
        @try {
            [shelf search:@"m" then:^(NSArray *found) {
                NSLog(@"%lu books", (unsigned long)found.count);
            }];
            if (ann.titles.count == 0) {
                @throw [NSException exceptionWithName:@"Empty" reason:nil userInfo:nil];
            }
        } @catch (NSException *exception) {
            NSLog(@"%@", exception.reason);
        } @finally {
            printf("%d %lu %c\n", gcd(84, 36), fibonacci(0x1f), isPrime(31) ? 'y' : 'n');
        }
        NSNumber *number = @42;
        id value = @(number.intValue * 2.5f);
        do {
            argc--;
        } while (argc > 0 && value);
    }
    return 0;
}
